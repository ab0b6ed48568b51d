/** The embedded database cannot run here. The message is one sentence with a remedy for the operator. */
export class EmbeddedDatabaseError extends Error {}

export const waysOut = 'Run Holdout as a normal user, or set DATABASE_URL to a PostgreSQL server.'
