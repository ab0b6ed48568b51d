import { basename } from 'node:path'
import { type Into, importTargets, readTargetFile, UnfitFile } from '#features/directory/target-import/server/public.ts'
import { plainLine } from './plain-line.ts'
import { Refused, type Report } from './refused.ts'

type Import = { file: string; into: Into; print: (line: string) => void }

/** Imports a file of targets. Reports each bad line at once; the last line is a summary. */
export async function importFile({ file, into, print }: Import): Promise<Report> {
  const count = { added: 0, changed: 0, unchanged: 0, refused: 0 }
  try {
    for await (const outcome of importTargets(into, readTargetFile({ file, note: (text) => print(plainLine(text)) }))) {
      if ('reason' in outcome) print(plainLine(`Line ${outcome.line}: ${outcome.reason}`))
      count['reason' in outcome ? 'refused' : outcome.done]++
    }
  } catch (error) {
    if (error instanceof UnfitFile) throw new Refused(`${basename(file)} was not imported: ${error.message}`)
    if (count.added + count.changed + count.unchanged + count.refused > 0)
      print(`${summary(count)}. The import stopped before the end of the file; the changes counted here are saved`)
    throw error
  }
  return { ok: count.refused === 0, lines: [summary(count)] }
}

function summary({ added, changed, unchanged, refused }: { added: number; changed: number; unchanged: number; refused: number }): string {
  const parts = [`${added} added`, `${changed} changed`, `${unchanged} unchanged`, `${refused} refused`]
  return `Targets: ${parts.join(', ')}${added + changed + refused === 0 ? '. There was nothing to change' : ''}`
}
