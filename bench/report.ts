import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { type MeasuredSection, toMarkdown } from './table.ts'

const results = join(import.meta.dirname, 'results')
const file = join(results, 'latest.json')

const Row = z.object({
  figure: z.string(),
  unit: z.string(),
  // JSON stores a figure that could not be measured (NaN) as null.
  value: z
    .number()
    .nullable()
    .transform((value) => value ?? Number.NaN),
  reference: z
    .object({
      what: z.string(),
      value: z
        .number()
        .nullable()
        .transform((value) => value ?? Number.NaN),
    })
    .nullable(),
  ratio: z.number().nullable(),
  asked: z.string(),
  reached: z.boolean().nullable(),
})
const Kept = z.object({
  sections: z.array(
    z.object({
      name: z.string(),
      notes: z.array(z.string()),
      rows: z.array(Row),
      failure: z.string().nullable(),
      date: z.string(),
      seconds: z.number(),
      machine: z.record(z.string(), z.string()),
    }),
  ),
})

/** Replaces the measured sections in bench/results; the other sections stay. */
export function keep(measured: MeasuredSection[], order: string[]): void {
  const sections = new Map([...kept(), ...measured].map((section) => [section.name, section]))
  const all = order.flatMap((name) => sections.get(name) ?? [])
  mkdirSync(results, { recursive: true })
  writeFileSync(file, `${JSON.stringify({ sections: all }, null, 2)}\n`)
  writeFileSync(join(results, 'latest.md'), toMarkdown(all))
}

function kept(): MeasuredSection[] {
  if (!existsSync(file)) return []
  const read = Kept.safeParse(JSON.parse(readFileSync(file, 'utf8')))
  return read.success ? read.data.sections : []
}
