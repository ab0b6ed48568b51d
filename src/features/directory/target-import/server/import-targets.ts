import { dropLogo, type KeptLogo } from '#features/media/server/public.ts'
import { retryCollisions } from '#platform/server/retry.ts'
import type { BadLine, Line, Outcome, TargetLine } from '../terms.ts'
import { moveTarget } from './move-target.ts'
import { prepareLines } from './prepare-lines.ts'
import type { Into, WantedTarget } from './wanted.ts'
import { writeLines } from './write-lines.ts'

const mostLines = 250
const mostLogoBytes = 16 * 1024 * 1024

/**
 * Adds the targets of these lines and updates existing ones, matched by names that are equal or look alike. Each
 * batch is a transaction, so reported results stay if a later one fails. Yields the result of each line, in order.
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
const isKept = (logo: WantedTarget['logo']): logo is KeptLogo => logo !== null && 'made' in logo

/** A lock timeout, which a concurrent import or publishing can cause. */
const isLockTimeout = (error: unknown): boolean => Object(error).code === '55P03'
const again = <Made>(work: () => Promise<Made>): Promise<Made> => retryCollisions(work, isLockTimeout)

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
