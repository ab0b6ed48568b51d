/** Classes of a frame of hairlines. */
export const cardClass = 'relative min-w-0 rounded-md border border-line bg-raised'

/** For the only link of a card: makes the whole card clickable. */
export const cardLinkClass = 'no-underline after:absolute after:inset-0 hover:underline hover:decoration-2 hover:underline-offset-4'
