import type { FieldProblems } from '#platform/refusal.ts'
import { lengthOf, oneLine } from '#platform/text.ts'
import type { EntryKind } from '../terms.ts'
import { type EntryCode, entryNameLength } from './terms.ts'

/** The name of a cause has no comma, because commas separate causes in addresses. */
export function entryNameProblems(kind: EntryKind, name: string): FieldProblems<EntryCode> {
  const length = lengthOf(oneLine(name))
  const { min, max } = entryNameLength[kind]
  if (length < min || length > max) return { name: 'ENTRY_NAME_LENGTH' }
  return kind === 'causes' && name.includes(',') ? { name: 'ENTRY_NAME_COMMA' } : {}
}
