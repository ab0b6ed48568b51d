let written = 0

/** A unique text, because the site refuses the same text the fifth time. */
export const ownWords = (text: string) => `${text} (${++written})`
