import { type Kind, kinds } from '../terms.ts'

const name = 'holdout.search.tab'

/** The tab that was last selected on the search page in this browser session. */
export function keptTab(): Kind {
  try {
    return kinds.find((kind) => kind === sessionStorage.getItem(name)) ?? 'campaigns'
  } catch {
    return 'campaigns'
  }
}

export function keepTab(kind: Kind): void {
  try {
    sessionStorage.setItem(name, kind)
  } catch {
    // Storage is unavailable, so the tab is not remembered.
  }
}
