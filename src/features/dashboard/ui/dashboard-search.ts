const lists = ['owned', 'joined'] as const
export type DashboardSearch = { tab?: (typeof lists)[number] | undefined; cursor?: string | undefined }

/** `cursor` is the start of the community list `tab`. Paging without JavaScript uses it. */
export function readDashboardSearch({ tab, cursor }: Record<string, unknown>): DashboardSearch {
  const list = lists.find((known) => known === tab)
  const from = typeof cursor === 'string' ? cursor.slice(0, 500) || undefined : undefined
  return list && from ? { tab: list, cursor: from } : {}
}

export const startOf = ({ tab, cursor }: DashboardSearch, list: (typeof lists)[number]) => (tab === list ? cursor : undefined)
