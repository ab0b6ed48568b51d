import { basename } from 'node:path'
import { type Into, importTargets, readTargetFile, UnfitFile } from '#features/target-import/server/public.ts'
import { plainLine } from './plain-line.ts'
import { Refused, type Told } from './refused.ts'

type Import = { file: string; into: Into; say: (line: string) => void }

/** Imports a file of targets. Each bad line is reported at once; the last line sums up what was done. */
export async function importFile({ file, into, say }: Import): Promise<Told> {
  const count = { added: 0, changed: 0, unchanged: 0, refused: 0 }
  try {
    for await (const outcome of importTargets(into, readTargetFile({ file, note: (text) => say(plainLine(text)) }))) {
      if ('reason' in outcome) say(plainLine(`Line ${outcome.line}: ${outcome.reason}`))
      count['reason' in outcome ? 'refused' : outcome.done]++
    }
  } catch (error) {
    if (error instanceof UnfitFile) throw new Refused(`${basename(file)} was not imported: ${error.message}`)
    if (count.added + count.changed + count.unchanged + count.refused > 0) say(`${summary(count)}. It ended before the file did; what is counted here is kept`)
    throw error
  }
  return { ok: count.refused === 0, lines: [summary(count)] }
}

function summary({ added, changed, unchanged, refused }: { added: number; changed: number; unchanged: number; refused: number }): string {
  const parts = [`${added} added`, `${changed} changed`, `${unchanged} unchanged`, `${refused} refused`]
  return `Targets: ${parts.join(', ')}${added + changed + refused === 0 ? '. Nothing had to be changed' : ''}`
}
