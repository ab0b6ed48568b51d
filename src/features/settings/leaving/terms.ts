/** Typed by a person to confirm the deletion. It is not translated, because the API requires it too. */
export const phrase = 'DELETE MY ACCOUNT'

export const isPhrase = (typed: string) => typed === phrase
