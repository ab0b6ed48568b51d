import type { Target } from '#features/directory/targets/contract.ts'
import type { EntryKind } from '#features/directory/terms.ts'
import type { TargetChoice } from '../draft.ts'
import { api } from './api.ts'

/** Converts an existing target to the draft's format. Those of lists are verified. */
export function knownTarget({ id, slug, name, industry, isVerified = true }: Target & { isVerified?: boolean }): TargetChoice {
  return { kind: 'known', id, slug, name, industry: industry?.name ?? null, isVerified }
}

/** The existing entry with this name, or with one that looks the same. Null also if the request fails, because the server uses it in any case. */
export async function entryNamed(kind: EntryKind, name: string) {
  try {
    return (await api.subjects.named.call({ kind, name })).entry
  } catch {
    return null
  }
}
