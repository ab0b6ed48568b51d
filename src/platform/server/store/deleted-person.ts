/** SQLSTATE of the store's refusal of a way in, or a picture, for somebody whose account is deleted (db/migrations). */
const sqlState = 'HD001'

/** Whether something failed because the person left while it was done. */
export const isForDeleted = (error: unknown): boolean => error instanceof Error && (Object(error).code === sqlState || isForDeleted(error.cause))
