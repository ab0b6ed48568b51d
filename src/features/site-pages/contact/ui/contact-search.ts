/** `?category=` preselects a category; `useContact` ignores unknown ones. */
export type ContactSearch = { category?: string }

export const readContactSearch = ({ category }: Record<string, unknown>): ContactSearch => (typeof category === 'string' ? { category } : {})
