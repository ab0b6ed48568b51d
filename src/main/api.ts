import { OpenAPIGenerator } from '@orpc/openapi'
import { OpenAPIHandler } from '@orpc/openapi/fetch'
import { createRouterClient, ORPCError } from '@orpc/server'
import { RPCHandler } from '@orpc/server/fetch'
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4'
import type { Log } from '#platform/server/log.ts'
import { isCleanText } from '#platform/text.ts'
import type { AppContext } from './context.ts'
import { contract } from './contract.ts'
import { router } from './router.ts'

/** The two doors to the same procedures: REST for everybody, RPC for the site, and a direct call for page rendering. */
export function openApi(log: Log) {
  const interceptors = [
    async ({ next, request }: { next: () => Promise<never>; request: { url: URL; method: string } }) => {
      try {
        return await next()
      } catch (error) {
        throw publicError(error, log, `${request.method} ${request.url.pathname}`)
      }
    },
  ]
  const rest = new OpenAPIHandler(router, {
    interceptors: interceptors as never,
    clientInterceptors: [refuseUncleanText as never],
    customErrorResponseBodyEncoder: ({ code, message, status, data }) => ({ code, message, status, data: data ?? null }),
  })
  const rpc = new RPCHandler(router, { interceptors: interceptors as never, clientInterceptors: [refuseUncleanText as never] })
  const generator = new OpenAPIGenerator({ schemaConverters: [new ZodToJsonSchemaConverter()] })

  return {
    rest: (request: Request, context: AppContext) => rest.handle(request, { prefix: '/api/v1', context }),
    rpc: (request: Request, context: AppContext) => rpc.handle(request, { prefix: '/rpc', context }),
    direct(context: AppContext) {
      const client = createRouterClient(router, { context })
      return async (path: readonly string[], input: unknown): Promise<unknown> => {
        let at: unknown = client
        for (const name of path) at = Reflect.get(Object(at), name)
        if (typeof at !== 'function') throw new Error(`No procedure ${path.join('.')}`)
        try {
          return await at(input)
        } catch (error) {
          throw publicError(error, log, path.join('.'))
        }
      }
    },
    describe: () =>
      generator.generate(contract, {
        info: { title: 'Holdout', version: '1', description: 'Campaigns, targets, pledges and counts. Lists page by cursor; refusals carry a code.' },
        servers: [{ url: '/api/v1' }],
        customErrorResponseBodySchema: errorSchema,
      }),
  }
}

const errorSchema = {
  type: 'object',
  properties: { code: { type: 'string' }, message: { type: 'string' }, status: { type: 'integer' }, data: {} },
  required: ['code', 'message', 'status'],
} as const

/** Expected refusals pass; input that does not fit the schema is a 400; the rest is reported and tells nothing. */
export function publicError(error: unknown, log: Log, where: string): ORPCError<string, unknown> {
  if (error instanceof ORPCError) {
    if (error.code === 'BAD_REQUEST')
      return new ORPCError('MALFORMED', { status: 400, message: 'The request does not fit the description.', data: { fields: malformedFields(error.data) } })
    if (error.status < 500 || error.status === 503) return error
  }
  if (isStoreAway(error)) {
    log.warn({ err: error, where }, 'store away')
    return new ORPCError('UNAVAILABLE', { status: 503, message: 'The store is away. Try again in a moment.' })
  }
  log.error({ err: error, where }, 'unexpected error')
  return new ORPCError('INTERNAL_SERVER_ERROR', { message: 'Something went wrong.' })
}

function malformedFields(data: unknown): Record<string, string> {
  const issues: unknown = Object(data).issues
  if (!Array.isArray(issues)) return {}
  return Object.fromEntries(issues.slice(0, 20).map((issue) => [(issue.path ?? []).map(String).join('.') || 'body', String(issue.message)]))
}

const storeAwayCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', '57P01', '57P02', '57P03', '53300', '08006', '08001', '57014', '55P03'])

export function isStoreAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if ('code' in error && storeAwayCodes.has(String(error.code))) return true
  return /timeout exceeded when trying to connect|Connection terminated|embedded store/i.test(error.message)
}

/** NUL bytes, lone surrogates and control characters are refused wherever they stand. */
async function refuseUncleanText({ input, next }: { input: unknown; next: () => Promise<unknown> }) {
  if (!isCleanDeep(input, 0)) throw new ORPCError('BAD_REQUEST', { data: { issues: [{ path: [], message: 'Holds characters that are not text.' }] } })
  return next()
}

function isCleanDeep(value: unknown, depth: number): boolean {
  if (typeof value === 'string') return isCleanText(value)
  if (value === null || typeof value !== 'object' || value instanceof Blob) return true
  if (depth > 20) return false
  return Object.entries(value).every(([key, part]) => isCleanText(key) && isCleanDeep(part, depth + 1))
}
