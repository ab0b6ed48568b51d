import { z } from 'zod'
import type { Line, Outcome } from '#features/target-import/terms.ts'

// How lines of an import and what became of them go over the admin socket: one JSON value a line, pictures in base64.

const longest = 8 * 1024 * 1024
const Bad = z.strictObject({ line: z.number(), reason: z.string() })
const Base64 = z.base64().transform((text) => new Uint8Array(Buffer.from(text, 'base64')))
const Target = z.strictObject({
  line: z.number(),
  name: z.string(),
  website: z.string(),
  industry: z.string(),
  description: z.string(),
  logo: z.union([z.strictObject({ icon: z.string() }), z.strictObject({ bytes: Base64 }), z.null()]),
})
const AnyLine = z.union([Bad, Target])
const AnyOutcome = z.union([Bad, z.strictObject({ line: z.number(), done: z.enum(['added', 'changed', 'unchanged']) })])
const End = z.strictObject({ end: z.union([z.literal('whole'), z.string()]) })

export function written(line: Line | Outcome): string {
  const bytes = 'logo' in line && line.logo && 'bytes' in line.logo ? line.logo.bytes : null
  return `${JSON.stringify(bytes ? { ...line, logo: { bytes: Buffer.from(bytes).toString('base64') } } : line)}\n`
}

/** After the last: that all was done, or why not. Without it an answer was broken off. */
export const writtenEnd = (why: string | null) => `${JSON.stringify({ end: why ?? 'whole' })}\n`

export async function* readLines(source: AsyncIterable<string>): AsyncGenerator<Line> {
  for await (const text of textLines(source)) yield AnyLine.parse(JSON.parse(text))
}

/** What became of the lines. Throws what `unfinished` makes of the reason, or of null, where not all of them were taken. */
export async function* readOutcomes(source: AsyncIterable<string>, unfinished: (why: string | null) => Error): AsyncGenerator<Outcome> {
  for await (const text of textLines(source)) {
    const value: unknown = JSON.parse(text)
    const end = End.safeParse(value).data?.end
    if (end === 'whole') return
    if (end !== undefined) throw unfinished(end)
    yield AnyOutcome.parse(value)
  }
  throw unfinished(null)
}

async function* textLines(source: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = ''
  for await (const chunk of source) {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    if (rest.length > longest) throw new Error('A line is too long')
    yield* lines
  }
  if (rest) yield rest
}
