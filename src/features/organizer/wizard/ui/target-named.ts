import type { Target } from '#features/directory/targets/contract.ts'
import { normalized } from '#platform/text.ts'
import type { TargetChoice } from '../draft.ts'
import { sameName } from '../same-name.ts'
import { api } from './api.ts'

/** Converts an existing target to the draft's format. */
export function knownTarget({ id, slug, name, industry }: Target): TargetChoice {
  return { kind: 'known', id, slug, name, industry: industry?.name ?? null }
}

const mostPages = 10

/** The existing target with this name. Null also if the request fails, because the server reuses a target with the same name. */
export async function targetNamed(name: string): Promise<Target | null> {
  try {
    let cursor: string | undefined
    for (let page = 0; page < mostPages; page++) {
      const { items, nextCursor } = await api.targets.list.call({ search: normalized(name), limit: 100, cursor })
      const found = items.find((target) => sameName(target.name, name))
      if (found) return found
      if (nextCursor === null) return null
      cursor = nextCursor
    }
  } catch {
    return null
  }
  return null
}
