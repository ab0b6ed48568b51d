/** Regular expression source that matches an id. */
export const idPattern = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'

const wholly = new RegExp(`^${idPattern}$`)

/** True for an id as the database writes it, in lower case. */
export const isId = (text: string) => wholly.test(text)
