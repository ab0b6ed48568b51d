const lists = ['owned', 'joined'] as const
export type DashboardSearch = { tab?: (typeof lists)[number] | undefined; cursor?: string | undefined }

/** `cursor` is where the list of communities that `tab` names begins; that is how it is read on without JavaScript. */
export function readDashboardSearch({ tab, cursor }: Record<string, unknown>): DashboardSearch {
  const list = lists.find((known) => known === tab)
  const from = typeof cursor === 'string' ? cursor.slice(0, 500) || undefined : undefined
  return list && from ? { tab: list, cursor: from } : {}
}

/** Where a list begins. */
export const startOf = ({ tab, cursor }: DashboardSearch, list: (typeof lists)[number]) => (tab === list ? cursor : undefined)
