import fc from 'fast-check'
import { phrase } from '#features/settings/leaving/terms.ts'
import { listedDay } from '#tests/support/pledges.ts'
import { silentBrowser } from '#tests/support/push-keys.ts'
import type { Operation, Schema } from './operations.ts'
import { membersPassword } from './people.ts'
import { nounIn, Ref } from './pools.ts'

/** A file to upload: one of a few prepared pictures and of files that are not pictures. */
export class Upload {
  readonly kind: number
  constructor(kind: number) {
    this.kind = kind
  }
  toString() {
    return `<file ${this.kind}>`
  }
}

const words = 'people who make these things cannot live from what they are paid so we stop buying there until every shop pays fairly'.split(' ')

const text = (min: number, max: number) =>
  fc
    .tuple(
      fc.array(fc.constantFrom(...words), { minLength: Math.ceil(min / 3), maxLength: Math.max(Math.ceil(min / 3), Math.min(40, Math.floor(max / 8))) }),
      fc.nat(99_999),
    )
    .map(([chosen, number]) => `${chosen.join(' ')} ${number}`.padEnd(min, '.').slice(-max))

const owners: Ref['whose'][] = ['own', 'own', 'any', 'any', 'any', 'absent']
const uuid = (noun: string) => fc.tuple(fc.constantFrom(...owners), fc.nat(10_000)).map(([whose, pick]) => new Ref(noun, whose, pick))

const browsers = Array.from({ length: 40 }, silentBrowser)

/** Values for fields with these names for which the schema only requires text or a number. They satisfy the product's further rules. */
const byName: [RegExp, fc.Arbitrary<unknown>][] = [
  [/^cursor$/, fc.nat(10_000).map((pick) => new Ref('cursor', 'any', pick))],
  [/^idOrSlug$/, fc.tuple(fc.constantFrom('campaigns', 'communities', 'slugs'), fc.nat(10_000)).map(([noun, pick]) => new Ref(noun, 'any', pick))],
  // A new community needs a free slug, all other requests an existing one.
  [
    /^slug$/,
    fc.oneof(
      text(4, 40),
      fc.nat(10_000).map((pick) => new Ref('slugs', 'any', pick)),
    ),
  ],
  [/^current$/, fc.oneof({ weight: 8, arbitrary: fc.constant(membersPassword) }, { weight: 1, arbitrary: text(6, 40) })],
  // The right phrase is rare: it deletes the account, which the rest of the run then lacks.
  [/^phrase$/, fc.oneof({ weight: 10, arbitrary: text(4, 40) }, { weight: 1, arbitrary: fc.constant(phrase) })],
  [/^(title|summary)$/, text(10, 100)],
  [/^whyItMatters$/, text(80, 400)],
  [/^(body|statement|reason)$/, text(1, 300)],
  [/^productService$|^unit$/, text(3, 50)],
  // Push subscriptions as browsers send them, with their endpoints.
  [/^endpoint$/, fc.constantFrom(...browsers.map(({ endpoint }) => endpoint))],
  [/^p256dh$/, fc.constantFrom(...browsers.map(({ keys }) => keys.p256dh))],
  [/^auth$/, fc.constantFrom(...browsers.map(({ keys }) => keys.auth))],
  [/^into$/, fc.nat(10_000).map((pick) => new Ref('entries', 'any', pick))],
  [/^day$/, fc.constant(listedDay)],
  [/^network$/, fc.constant(new Ref('networks', 'any', 0))],
  [/^token$/, fc.nat(10_000).map((pick) => new Ref('report tokens', 'any', pick))],
  [/^link$/, fc.nat(10_000).map((pick) => new Ref('company links', 'own', pick))],
  [/^domain$/, fc.constantFrom('flickermoor.example', 'https://www.flickermoor.co.uk')],
  [/^address$/, fc.nat(9_999).map((number) => `press-${number}@flickermoor.example`)],
  [/^mailDomain$/, fc.constantFrom('fuzz.test', 'gmail.com')],
  [/^joinedFrom$/, fc.constant('2026-01-01T00:00:00Z')],
  [/^seenAt$/, fc.constant('2036-01-01T00:00:00Z')],
  [/^joinedTo$/, fc.constant('2036-01-01T00:00:00Z')],
  [/url$/i, fc.nat(9_999).map((number) => `https://shop.example/${number}`)],
  [/cents$/i, fc.integer({ min: 1, max: 10_000_000 })],
  [/goal$/i, fc.integer({ min: 1, max: 1_000_000_000 })],
]

const rare = /^(cursor|coverMediaId|avatarMediaId|parentId|mediaIds|version|demand)$/

/** Values that match the schema of an operation's input; most of them satisfy its further rules too. */
export function inputOf(operation: Operation): fc.Arbitrary<unknown> {
  return arbitraryOf(operation.input, { trail: [], operation })
}

type Place = { trail: string[]; operation: Operation }

function arbitraryOf(schema: Schema, place: Place): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return fc.oneof(...choices.map((choice) => ({ weight: choice.type === 'null' ? 1 : 10, arbitrary: arbitraryOf(choice, place) })))
  if (Array.isArray(schema.type)) return arbitraryOf({ ...schema, type: undefined, anyOf: schema.type.map((type) => ({ ...schema, type })) } as Schema, place)
  switch (schema.type) {
    case 'object':
      return objectOf(schema, place)
    case 'array':
      return fc.array(arbitraryOf(schema.items ?? {}, place), { minLength: 1, maxLength: Math.min(schema.maxItems ?? 3, 3) })
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'integer':
    case 'number':
      return named(place) ?? fc.integer({ min: Math.max(schema.minimum ?? 0, -(2 ** 31)), max: Math.min(schema.maximum ?? 1_000, 2 ** 31 - 1) })
    case 'string':
      return textOf(schema, place)
    default:
      return fc.jsonValue({ maxDepth: 1 })
  }
}

function objectOf(schema: Schema, { trail, operation }: Place): fc.Arbitrary<unknown> {
  const parts = Object.entries(schema.properties ?? {}).map(([name, part]) => [name, arbitraryOf(part, { trail: [...trail, name], operation })] as const)
  // Mostly complete, but without the fields that only a few requests have.
  const most = fc.record(Object.fromEntries(parts.filter(([name]) => !rare.test(name) || schema.required?.includes(name))))
  return fc.oneof({ weight: 4, arbitrary: most }, { weight: 2, arbitrary: fc.record(Object.fromEntries(parts), { requiredKeys: schema.required ?? [] }) })
}

function textOf(schema: Schema, place: Place): fc.Arbitrary<unknown> {
  if (schema.contentEncoding === 'binary') return fc.nat(30).map((kind) => new Upload(kind))
  if (schema.format === 'uuid') return fc.oneof(...nounsAt(place).map(uuid))
  const max = Math.min(schema.maxLength ?? 60, 60)
  return named(place) ?? text(Math.max(schema.minLength ?? 4, 4), max)
}

function named({ trail }: Place): fc.Arbitrary<unknown> | null {
  return byName.find(([pattern]) => pattern.test(trail.at(-1) ?? ''))?.[1] ?? null
}

/**
 * The nouns that an id may refer to: from the nearest name around it, else from the address; and in the state that the operation requires
 * (from codes such as CAMPAIGN_NOT_DRAFT).
 */
function nounsAt({ trail, operation }: Place): string[] {
  const [name = ''] = trail
  const before = operation.path.split(`/{${name}}`)[0]?.split('/').at(-1) ?? ''
  const around = [...trail].reverse().map(nounIn).find(Boolean)
  const noun = around ?? (trail.length === 1 && operation.parameters.includes(name) ? nounIn(before) : null) ?? nounIn(operation.name) ?? 'campaigns'
  const states = [...operation.refusals.keys()].flatMap((code) => /(?:^|_)NOT_([A-Z]+)$/.exec(code)?.[1]?.toLowerCase() ?? [])
  return [noun, ...(trail.length === 1 ? states.map((state) => `${noun} ${state}`) : [])]
}
