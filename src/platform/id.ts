/** How an id is written, as the source of a regular expression. */
export const idPattern = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'

const wholly = new RegExp(`^${idPattern}$`)

/** Whether this text is an id as the store writes it, in small letters. */
export const isId = (text: string) => wholly.test(text)
