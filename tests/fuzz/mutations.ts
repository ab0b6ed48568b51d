import fc from 'fast-check'
import { oddKeys, oddText, oddValue, Written } from './hostile.ts'
import { Ref } from './pools.ts'
import { Upload } from './values.ts'

/** One change to a valid value; `at` chooses the place in it. */
export type Mutation = { at: number } & (
  | { act: 'replace'; value: unknown }
  | { act: 'remove' }
  | { act: 'add'; key: string; value: unknown }
  | { act: 'wrap'; shape: 'array' | 'object' }
  | { act: 'repeat'; times: number }
  | { act: 'append'; text: string }
  | { act: 'refer'; ref: Ref }
)

const nouns = ['campaigns', 'targets', 'causes', 'industries', 'media', 'comments', 'people', 'slugs', 'communities', 'posts', 'invites']
const at = fc.nat(200)
const mutation: fc.Arbitrary<Mutation> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ act: fc.constant('replace' as const), at, value: oddValue }) },
  { weight: 3, arbitrary: fc.record({ act: fc.constant('remove' as const), at }) },
  { weight: 3, arbitrary: fc.record({ act: fc.constant('add' as const), at, key: fc.constantFrom(...oddKeys), value: oddValue }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('wrap' as const), at, shape: fc.constantFrom('array' as const, 'object' as const) }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('repeat' as const), at, times: fc.constantFrom(2, 11, 21, 51, 101, 1_000) }) },
  { weight: 3, arbitrary: fc.record({ act: fc.constant('append' as const), at, text: oddText }) },
  {
    weight: 2,
    arbitrary: fc.record({
      act: fc.constant('refer' as const),
      at,
      ref: fc.tuple(fc.constantFrom(...nouns), fc.nat(10_000)).map(([noun, pick]) => new Ref(noun, 'any', pick)),
    }),
  },
)

/** Most requests contain one fault, so that its effect is isolated; some contain none, some several. */
export const mutationsOf = fc.oneof(
  { weight: 3, arbitrary: fc.constant<Mutation[]>([]) },
  { weight: 6, arbitrary: fc.array(mutation, { minLength: 1, maxLength: 1 }) },
  { weight: 2, arbitrary: fc.array(mutation, { minLength: 2, maxLength: 4 }) },
)

type Holder = { in: Record<string, unknown> | unknown[]; key: string | number }

/** A copy of the value with the mutations applied. */
export function mutated(value: unknown, mutations: Mutation[]): unknown {
  const root = { value: copyOf(value) }
  for (const one of mutations.map(ownCopy)) {
    const places = placesIn(root)
    const place = places[one.at % places.length]
    if (place) perform(one, place)
  }
  return root.value
}

/** Copies the inserted value, because a later mutation may change it. */
const ownCopy = (mutation: Mutation): Mutation => ('value' in mutation ? { ...mutation, value: copyOf(mutation.value) } : mutation)

function perform(mutation: Mutation, place: Holder): void {
  const here: any = place.in
  const now: unknown = here[place.key]
  if (mutation.act === 'remove') {
    if (Array.isArray(here)) here.splice(Number(place.key), 1)
    else delete here[place.key]
    return
  }
  if (mutation.act === 'add' && Array.isArray(now)) now.push(mutation.value)
  else if (mutation.act === 'add' && isPlain(now)) define(now, mutation.key, mutation.value)
  else put(place, changed(mutation, now))
}

function changed(mutation: Exclude<Mutation, { act: 'remove' }>, now: unknown): unknown {
  switch (mutation.act) {
    case 'replace':
      return mutation.value
    case 'refer':
      return mutation.ref
    case 'add':
      return { [mutation.key]: mutation.value }
    case 'wrap':
      return mutation.shape === 'array' ? [now] : { value: now }
    case 'append':
      return typeof now === 'string' ? now + mutation.text : mutation.text
    case 'repeat': {
      const times = Math.min(mutation.times, Math.ceil(mostWeight / (weightOf(now) + 1)))
      if (Array.isArray(now) && now.length) return Array.from({ length: Math.max(times, now.length) }, (_, index) => now[index % now.length])
      return typeof now === 'string' ? now.repeat(times) : Array(Math.min(times, 101)).fill(now)
    }
  }
}

/** Characters: more than every limit of the product, and still quick to send. */
const mostWeight = 300_000

/** Approximate length of a value as JSON; stops counting above `mostWeight`. */
function weightOf(value: unknown): number {
  if (typeof value === 'string') return value.length
  if (value instanceof Written) return value.json.length
  if (typeof value !== 'object' || value === null) return 4
  let weight = 2
  for (const [key, part] of Object.entries(value)) {
    weight += key.length + weightOf(part)
    if (weight > mostWeight) break
  }
  return weight
}

function put(place: Holder, value: unknown): void {
  if (Array.isArray(place.in)) place.in[Number(place.key)] = value
  else define(place.in, String(place.key), value)
}

/** Defines an own property, even if its key is __proto__. */
function define(object: object, key: string, value: unknown): void {
  Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true })
}

const isLeaf = (value: unknown) => value instanceof Ref || value instanceof Upload || value instanceof Written
const isPlain = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value) && !isLeaf(value)

function placesIn(holder: object): Holder[] {
  return Object.entries(holder).flatMap(([key, value]): Holder[] => {
    const here: Holder = { in: holder as Record<string, unknown>, key: Array.isArray(holder) ? Number(key) : key }
    return typeof value === 'object' && value !== null && !isLeaf(value) ? [here, ...placesIn(value).slice(0, 100)] : [here]
  })
}

function copyOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copyOf)
  if (!isPlain(value)) return value
  const copy = {}
  for (const [key, part] of Object.entries(value)) define(copy, key, copyOf(part))
  return copy
}

/** Serializes to JSON: references become the ids that they stand for, and `Written` values their literal text. */
export function writeJson(value: unknown, resolve: (ref: Ref) => string): string {
  if (value instanceof Written) return value.json
  if (value instanceof Ref) return JSON.stringify(resolve(value))
  if (value instanceof Upload) return '{}'
  if (Array.isArray(value)) return `[${value.map((part) => writeJson(part, resolve)).join(',')}]`
  if (typeof value === 'object' && value !== null) {
    return `{${Object.entries(value)
      .map(([key, part]) => `${JSON.stringify(key)}:${writeJson(part, resolve)}`)
      .join(',')}}`
  }
  if (Object.is(value, -0)) return '-0'
  return JSON.stringify(value) ?? 'null'
}

/** A change to the body after it was serialized. */
export type Spoiling = { how: 'cut' | 'insert' | 'twice' | 'after' | 'before' | 'none'; at: number; bytes: string }
export const spoilingOf: fc.Arbitrary<Spoiling> = fc.record({
  how: fc.constantFrom('cut', 'insert', 'twice', 'after', 'before', 'none'),
  at: fc.nat(2_000),
  // Latin-1: each character is one byte, so the result may be invalid UTF-8.
  bytes: fc.constantFrom(
    '\xff',
    '\xc3\x28',
    '\xed\xa0\x80',
    '\xf0\x28\x8c\xbc',
    '\x00',
    '\xef\xbb\xbf',
    '"',
    '}',
    ',',
    '/*c*/',
    '\\u0000',
    '\\ud800',
    '{"',
    ' \n\t ',
    '\xfe\xff',
  ),
})

export function spoiled(body: Buffer, { how, at, bytes }: Spoiling): Buffer {
  const extra = Buffer.from(bytes, 'latin1')
  const here = body.length ? at % body.length : 0
  switch (how) {
    case 'cut':
      return body.subarray(0, here)
    case 'insert':
      return Buffer.concat([body.subarray(0, here), extra, body.subarray(here)])
    case 'twice':
      return Buffer.concat([body.subarray(0, -1), Buffer.from(','), body.subarray(1)])
    case 'after':
      return Buffer.concat([body, extra])
    case 'before':
      return Buffer.concat([extra, body])
    case 'none':
      return Buffer.alloc(0)
  }
}
