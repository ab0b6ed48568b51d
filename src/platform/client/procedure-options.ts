import type { Client, NestedClient } from '@orpc/client'
import type { GeneralUtils, ProcedureUtils } from '@orpc/tanstack-query'
import type { CallContext } from './rpc-client.ts'

type Options = { signal?: AbortSignal | undefined; context: CallContext }
export type Call = (path: readonly string[], input: unknown, options: Options) => Promise<unknown>

/** The part of oRPC's options for TanStack Query that is used here, with the same types and keys. */
export type ProcedureOptions<T> =
  T extends Client<infer Context, infer Input, infer Output, infer Failure>
    ? Pick<ProcedureUtils<Context, Input, Output, Failure>, 'call' | 'queryKey' | 'queryOptions' | 'infiniteOptions'> & GeneralUtils<Input>
    : { [Name in keyof T]: T[Name] extends NestedClient<CallContext> ? ProcedureOptions<T[Name]> : never } & GeneralUtils<unknown>

type CallInput = { input?: unknown; queryKey?: unknown; context?: CallContext }
type PagesInput = Omit<CallInput, 'input'> & { input: (page: unknown) => unknown; initialPageParam: unknown }

/** Builds the options of the procedures under this path; each property access adds a path segment. */
export function optionsAt(path: readonly string[], call: Call): object {
  const ask = (input: unknown, { signal, context = {} }: Partial<Options> = {}) => call(path, input, { signal, context })
  const keyOf = (type: string, input: unknown) => [path, { ...(input === undefined ? {} : { input }), type }]
  const queryKey = (given: CallInput = {}) => given.queryKey ?? keyOf('query', given.input)
  const own = {
    call: ask,
    key: (state: object = {}) => [path, state],
    queryKey,
    queryOptions: (given: CallInput = {}) => ({
      queryFn: ({ signal }: Partial<Options>) => ask(given.input, { signal, context: given.context ?? {} }),
      ...given,
      queryKey: queryKey(given),
    }),
    infiniteOptions: (given: PagesInput) => ({
      queryFn: ({ pageParam, signal }: Partial<Options> & { pageParam: unknown }) => ask(given.input(pageParam), { signal, context: given.context ?? {} }),
      ...given,
      queryKey: given.queryKey ?? keyOf('infinite', given.input(given.initialPageParam)),
    }),
  }
  return new Proxy(own, {
    get: (target, name) => (typeof name !== 'string' || name in target ? Reflect.get(target, name) : optionsAt([...path, name], call)),
  })
}
