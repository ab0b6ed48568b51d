const lists = ['campaigns', 'pledges', 'created', 'joined'] as const
export type ProfileSearch = { tab?: (typeof lists)[number] | undefined; cursor?: string | undefined }

/** `cursor` is the start of the list that `tab` names, so that paging works without JavaScript. */
export function readProfileSearch({ tab, cursor }: Record<string, unknown>): ProfileSearch {
  const list = lists.find((known) => known === tab)
  const from = typeof cursor === 'string' ? cursor.slice(0, 500) || undefined : undefined
  return list && from ? { tab: list, cursor: from } : {}
}
