/** `?category=` chooses one beforehand; which there are is known where the page is made. */
export type ContactSearch = { category?: string }

export const readContactSearch = ({ category }: Record<string, unknown>): ContactSearch => (typeof category === 'string' ? { category } : {})
