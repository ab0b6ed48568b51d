import { dropLogo, type KeptLogo } from '#features/media/server/public.ts'
import type { BadLine, Line, Outcome, TargetLine } from '../terms.ts'
import { moveTarget } from './move-target.ts'
import { prepareLines } from './prepare-lines.ts'
import type { Into, Wanted } from './wanted.ts'
import { writeLines } from './write-lines.ts'

const mostLines = 250
const mostLogoBytes = 16 * 1024 * 1024
const attempts = 4

/**
 * Adds the targets of these lines and changes those that are there, known by their name whatever its case and accents.
 * Some hundred lines are one transaction: what was said to be done is kept, whatever comes later. Tells what became of
 * each line, in their order.
 */
export async function* importTargets(into: Into, lines: AsyncIterable<Line>): AsyncGenerator<Outcome> {
  const seen = new Map<string, number>()
  for await (const batch of inBatches(lines)) yield* await importBatch({ into, batch, seen })
}

type Batch = { into: Into; batch: Line[]; seen: Map<string, number> }

async function importBatch({ into, batch, seen }: Batch): Promise<Outcome[]> {
  const outcomes: Outcome[] = batch.filter(isBad)
  const prepared = await prepareLines({ into, lines: batch.filter((line): line is TargetLine => !isBad(line)), seen })
  outcomes.push(...prepared.bad)
  const written = await again(() => writeLines(into.db, prepared.wanted)).catch(async (error: unknown) => {
    for (const { logo } of prepared.wanted) if (isKept(logo)) await dropLogo(into.storage, logo)
    throw error
  })
  for (const { wanted, done } of written) {
    if (done !== 'moves') outcomes.push({ line: wanted.line, done })
    else outcomes.push({ line: wanted.line, done: await again(() => moveTarget(into.db, wanted)) })
  }
  return outcomes.sort((one, other) => one.line - other.line)
}

const isBad = (line: Line): line is BadLine => 'reason' in line
const isKept = (logo: Wanted['logo']): logo is KeptLogo => logo !== null && 'made' in logo

/** Two imports, or an import and somebody who publishes, may meet in another order: then one of them is asked to try again. */
async function again<Made>(work: () => Promise<Made>): Promise<Made> {
  for (let tries = 1; ; tries++) {
    try {
      return await work()
    } catch (error) {
      const { code } = Object(error)
      const mayTryAgain = code === '40P01' || code === '55P03' || code === '40001'
      if (!mayTryAgain || tries === attempts) throw error
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 50 * tries))
    }
  }
}

async function* inBatches(lines: AsyncIterable<Line>): AsyncGenerator<Line[]> {
  let batch: Line[] = []
  let bytes = 0
  for await (const line of lines) {
    batch.push(line)
    if (!isBad(line) && line.logo && 'bytes' in line.logo) bytes += line.logo.bytes.length
    if (batch.length < mostLines && bytes < mostLogoBytes) continue
    yield batch
    batch = []
    bytes = 0
  }
  if (batch.length) yield batch
}
