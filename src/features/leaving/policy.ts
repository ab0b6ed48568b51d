/** What a person types to delete the account. It is no text to be translated: the API asks for it too. */
export const phrase = 'DELETE MY ACCOUNT'

/** Whether these words delete an account: exactly these, so that nobody does it by accident. */
export const isPhrase = (typed: string) => typed === phrase
