/** SQLSTATE of the trigger that refuses new rows for a deleted account (`refuse_for_deleted` in db/migrations). */
const sqlState = 'HD001'

/** True if a write failed because the person's account was deleted meanwhile. Also checks the error's causes. */
export const isDeletedPersonError = (error: unknown): boolean =>
  error instanceof Error && (Object(error).code === sqlState || isDeletedPersonError(error.cause))
