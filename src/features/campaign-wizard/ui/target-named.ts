import type { Target } from '#features/targets/contract.ts'
import { neat } from '#platform/text.ts'
import { sameName } from '../same-name.ts'
import { api } from './api.ts'

const mostPages = 10

/** The target that already has this name. Null also when it cannot be found out: the server reuses one of the same name. */
export async function targetNamed(name: string): Promise<Target | null> {
  try {
    let cursor: string | undefined
    for (let page = 0; page < mostPages; page++) {
      const { items, nextCursor } = await api.targets.list.call({ search: neat(name), limit: 100, cursor })
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
