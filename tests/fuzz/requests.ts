import fc from 'fast-check'
import { addressEncoded } from './address.ts'
import { Written } from './hostile.ts'
import { fileOf, multipart, type Part } from './multipart.ts'
import { type Mutation, mutated, mutationsOf, type Spoiling, spoiled, spoilingOf, writeJson } from './mutations.ts'
import type { Operation } from './operations.ts'
import { type Actor, actorOf, anyMember, cookieOf } from './people.ts'
import { type Pools, Ref } from './pools.ts'
import { bytesOf, type RawRequest } from './raw-client.ts'
import { type Tweak, tweaked, tweaksOf } from './tweaks.ts'
import { inputOf, Upload } from './values.ts'

/** A request before its references are resolved. fast-check generates, shrinks and prints it. */
export type Draft = {
  actor: Actor
  input: unknown
  mutations: Mutation[]
  spoiling: Spoiling | null
  key: string | null
  /** For `/rpc` only: the type annotations of the input's values. */
  meta: string | null
  tweaks: Tweak[]
}

const keys = fc.oneof(
  { weight: 12, arbitrary: fc.constant(null) },
  { weight: 3, arbitrary: fc.nat(2).map((number) => `key ${number}`) },
  { weight: 1, arbitrary: fc.constantFrom('', '   ', 'k'.repeat(200), 'k'.repeat(201), '\xff\xfe', 'a,b', '"', "'; --", '__proto__', '\t') },
)
const metas = fc.oneof(
  { weight: 12, arbitrary: fc.constant(null) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      ...[
        '[]',
        '{}',
        'null',
        '5',
        '"x"',
        '[5]',
        '[null]',
        '[[]]',
        '[[99]]',
        '[[1]]',
        '[[6]]',
        '[[7]]',
        '[[1,"id"]]',
        '[[0,"id"]]',
        '[[4,"title"]]',
        '[[5,"title"]]',
      ],
      ...[
        '[[1,"title"]]',
        '[[3,"body"]]',
        '[[6,"causes"]]',
        '[[7,"causes"]]',
        '[[1,"__proto__"]]',
        '[[1,"__proto__","x"]]',
        '[[1,"constructor","prototype","x"]]',
        '[[0,0,0,0]]',
      ],
    ),
  },
)

type OwnParts = { actors?: fc.Arbitrary<Actor>; inputs?: fc.Arbitrary<unknown> }

/** A request without deliberate faults, through the REST API. */
export const validDraftOf = (operation: Operation, own: OwnParts = {}): fc.Arbitrary<Draft> =>
  fc.record({ actor: own.actors ?? actorOf, input: own.inputs ?? inputOf(operation) }).map((parts) => ({ ...withoutFaults, ...parts }))

const withoutFaults = { mutations: [], spoiling: null, key: null, meta: null, tweaks: [] }

/** Any request for this operation, through the REST API or `/rpc`. */
export function draftOf(operation: Operation, own: OwnParts = {}): fc.Arbitrary<Draft> {
  return fc.record({
    actor: own.actors ?? actorOf,
    input: own.inputs ?? inputOf(operation),
    mutations: mutationsOf,
    spoiling: fc.oneof({ weight: 12, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: spoilingOf }),
    key: keys,
    meta: metas,
    tweaks: tweaksOf,
  })
}

export type Endpoint = 'rest' | 'rpc'
type RequestParts = { operation: Operation; endpoint: Endpoint; draft: Draft; pools: Pools; origin: string }

/** The bytes of a draft, with its references resolved to things that exist now. */
export function rawRequestOf({ operation, endpoint, draft, pools, origin }: RequestParts): { rawRequest: RawRequest; actor: Actor } {
  const { actor, resolve } = castOf({ operation, draft, pools })
  const value = mutated(draft.input, draft.mutations)
  const made = endpoint === 'rpc' ? ownEndpoint({ operation, value, meta: draft.meta, resolve }) : publicEndpoint({ operation, value, resolve })
  const body = made.body && draft.spoiling ? spoiled(made.body, draft.spoiling) : made.body
  const cookie = cookieOf(actor)
  const rawRequest: RawRequest = {
    method: made.method,
    target: made.target,
    headers: [
      ['host', new URL(origin).host],
      ['origin', origin],
      ...(cookie ? [['cookie', cookie] as [string, string]] : []),
      ...(draft.key === null ? [] : [['idempotency-key', draft.key] as [string, string]]),
      ...(made.type ? [['content-type', made.type] as [string, string]] : []),
      ...(body ? [['content-length', String(body.length)] as [string, string]] : []),
    ],
    body,
    isBroken: false,
  }
  const done = tweaked(rawRequest, draft.tweaks)
  // Node itself refuses a request head over 16 kB.
  const isBroken = done.isBroken || bytesOf({ ...done, body: null }).length > 14_000
  return { rawRequest: { ...done, isBroken }, actor }
}

/** The actor and the resolver of references. For `owner`, the actor is the person who owns the thing in the request's path. */
function castOf({ operation, draft, pools }: Pick<RequestParts, 'operation' | 'draft' | 'pools'>): { actor: Actor; resolve: (ref: Ref) => string } {
  const named: unknown = Object(draft.input)[operation.parameters[0] ?? '']
  if (draft.actor.kind !== 'owner') return { actor: draft.actor, resolve: (ref) => pools.resolve(ref, draft.actor) }
  const thing = named instanceof Ref ? pools.owned(named.noun, draft.actor.number) : null
  const actor = thing?.owner ?? anyMember(draft.actor.number)
  return { actor, resolve: (ref) => (thing && ref === named ? thing.value : pools.resolve(ref, actor)) }
}

type Made = { method: string; target: string; type: string | null; body: Buffer | null }
type ValueContext = { operation: Operation; value: unknown; resolve: (ref: Ref) => string }

/** The request as API clients send it: parameters in the path, the rest in the query or as JSON. */
function publicEndpoint({ operation, value, resolve }: ValueContext): Made {
  const { method, parameters, isUpload, base } = operation
  const inAddress = new Map<string, string>()
  const rest: [string, unknown][] = []
  const entries = isObject(value) ? Object.entries(value) : []
  for (const [name, part] of entries) {
    if (parameters.includes(name)) inAddress.set(name, addressEncoded(textOf(part, resolve)))
    else rest.push([name, part])
  }
  const path = `${base}${operation.path.replace(/\{(\w+)\}/g, (_, name) => inAddress.get(name) ?? '')}`
  if (method === 'GET') {
    const query = isObject(value) ? rest.flatMap(([name, part]) => inQuery(name, part, resolve)).join('&') : addressEncoded(textOf(value, resolve))
    return { method, target: query ? `${path}?${query}` : path, type: null, body: null }
  }
  if (isUpload) return { method, target: path, ...multipart(rest.flatMap(([name, part]) => partsOf(name, part, resolve))) }
  if (isObject(value) && rest.length === 0) return { method, target: path, type: null, body: null }
  if (operation.isForm && isObject(value)) {
    const fields = rest.flatMap(([name, part]) => inQuery(name, part, resolve)).join('&')
    return { method, target: path, type: 'application/x-www-form-urlencoded', body: Buffer.from(fields) }
  }
  const body = isObject(value) ? Object.fromEntries(rest) : value
  return { method, target: path, type: 'application/json', body: Buffer.from(writeJson(body, resolve)) }
}

/** The request as the site's own pages send it, to `/rpc`. */
function ownEndpoint({ operation, value, meta, resolve }: ValueContext & { meta: string | null }): Made {
  const target = `/rpc/${operation.name.replace('.', '/')}`
  const json = writeJson(value, resolve)
  if (operation.isUpload) {
    const files = Object.entries(Object(value)).filter(([, part]) => part instanceof Upload)
    const data = `{"json":${json},"meta":${meta ?? '[]'},"maps":${JSON.stringify(files.map(([name]) => [name]))}}`
    const parts = files.map(([, part], index): Part => ({ name: String(index), ...fileOf(part instanceof Upload ? part.kind : 0) }))
    return { method: 'POST', target, ...multipart([{ name: 'data', bytes: Buffer.from(data) }, ...parts]) }
  }
  return { method: 'POST', target, type: 'application/json', body: Buffer.from(`{"json":${json}${meta === null ? '' : `,"meta":${meta}`}}`) }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Ref) && !(value instanceof Written) && !(value instanceof Upload)

function textOf(value: unknown, resolve: (ref: Ref) => string): string {
  if (typeof value === 'string') return value
  if (value instanceof Ref) return resolve(value)
  return writeJson(value, resolve)
}

function inQuery(name: string, value: unknown, resolve: (ref: Ref) => string): string[] {
  if (Array.isArray(value)) return value.slice(0, 60).flatMap((part) => inQuery(name, part, resolve))
  if (isObject(value)) return Object.entries(value).flatMap(([key, part]) => inQuery(`${name}[${key}]`, part, resolve))
  return [`${addressEncoded(name)}=${addressEncoded(textOf(value, resolve))}`]
}

function partsOf(name: string, value: unknown, resolve: (ref: Ref) => string): Part[] {
  if (value instanceof Upload) return [{ name, ...fileOf(value.kind) }]
  if (Array.isArray(value)) return value.slice(0, value.some((part) => part instanceof Upload) ? 2 : 200).flatMap((part) => partsOf(name, part, resolve))
  return [{ name, bytes: Buffer.from(textOf(value, resolve)) }]
}
