import { type Kind, kinds } from '../terms.ts'

const name = 'holdout.search.tab'

/** The tab of the search page that was chosen last in this session of the browser. */
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
    // Then it lasts as long as the page.
  }
}
