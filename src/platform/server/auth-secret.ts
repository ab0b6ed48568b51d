import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { type Config, ConfigError } from './config.ts'
import type { Db, Store } from './store/open-store.ts'

const placeholder = /replace.?me|change.?(me|this|it)|placeholder|example|openssl|insert.?here|your.?(own.?)?(auth.?)?secret|auth.?secret|^<.*>$/i

/** Returns why a secret could be guessed, as a predicate such as "is a placeholder", or null if it appears to be random. */
export function secretWeakness(secret: string): string | null {
  if (placeholder.test(secret)) return 'is a placeholder'
  if (isRepeated(secret)) return 'repeats itself'
  const characters = [...secret]
  const steps = characters.slice(1).map((character, at) => (character.codePointAt(0) ?? 0) - (characters[at]?.codePointAt(0) ?? 0))
  if (steps.filter((step) => Math.abs(step) <= 1).length > steps.length / 2) return 'is a sequence'
  return entropyBits(characters) < 80 || new Set(characters).size < 8 ? 'has too few different characters' : null
}

/** True if the text repeats with a period of at most half its length. */
function isRepeated(text: string): boolean {
  for (let period = 1; period <= text.length / 2; period++) if (text.slice(period) === text.slice(0, -period)) return true
  return false
}

/** Upper bound of the information in a text, in bits: its Shannon entropy per character times its length. */
function entropyBits(characters: string[]): number {
  const numbers = [...Map.groupBy(characters, (character) => character).values()].map(({ length }) => length / characters.length)
  return characters.length * numbers.reduce((sum, share) => sum - share * Math.log2(share), 0)
}

const advice = 'Set AUTH_SECRET to the output of: openssl rand -base64 32'

/** A problem with AUTH_SECRET: the code for the operators' page, and the line for the log and the banner. */
export type SecretProblem = { code: 'WEAK_SECRET' | 'SECRET_CHANGED'; line: string }

/**
 * Refuses a weak secret on a site without people (`ConfigError`). On a site with people a refusal would shut it down, so this
 * returns advice and the consequences of a change. It also records the secret's fingerprint and reports a change that was
 * made without AUTH_SECRET_PREVIOUS. Returns an empty list if there is no problem.
 */
export async function checkAuthSecret(
  { db }: Pick<Store, 'db'>,
  { authSecret, previousSecrets }: Pick<Config, 'authSecret' | 'previousSecrets'>,
): Promise<SecretProblem[]> {
  const weakness = secretWeakness(authSecret)
  const hasPeople = (await db.selectFrom('person').select('id').limit(1).executeTakeFirst()) !== undefined
  if (weakness !== null && !hasPeople) throw new ConfigError(`AUTH_SECRET ${weakness}, so others can guess it and sign in to any account. ${advice}`)
  const problems: SecretProblem[] = weakness === null ? [] : [{ code: 'WEAK_SECRET', line: weakLine(weakness) }]
  // On a site that nobody has signed up to, nothing depends on earlier secrets.
  if (!hasPeople) await db.deleteFrom('auth_secret_use').execute()
  if (await isEarlierLost(db, { authSecret, previousSecrets })) problems.push({ code: 'SECRET_CHANGED', line: changedLine })
  return problems
}

const weakLine = (weakness: string) =>
  [
    `AUTH_SECRET ${weakness}: anyone who guesses it can sign in to any account. ${advice}, and put the current value into AUTH_SECRET_PREVIOUS.`,
    'The change signs everyone out and cancels sign-ins through other sites that are in progress.',
    'Without AUTH_SECRET_PREVIOUS, the unsubscribe links in earlier emails also stop working, and people who deleted their accounts are no longer recognized and could be counted again.',
  ].join(' ')

const changedLine = [
  'AUTH_SECRET has changed since this site was last started, and the earlier value is not in AUTH_SECRET_PREVIOUS.',
  'Everyone is signed out, the unsubscribe links in earlier emails do not work, and people who deleted their accounts are not recognized and could be counted again.',
  'Add the earlier value to AUTH_SECRET_PREVIOUS, or set it as AUTH_SECRET again. Otherwise, this warning stops after 30 days.',
].join(' ')

/** Calls `renew` once for each secret that has replaced a lost one. */
export async function onceForSecret(tx: Db, secret: string, renew: () => Promise<void>): Promise<void> {
  const fingerprint = fingerprintOf(secret)
  const { numUpdatedRows } = await tx
    .updateTable('auth_secret_use')
    .set({ keys_renewed_at: sql<Date>`now()` })
    .where('fingerprint', '=', fingerprint)
    .where('keys_renewed_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return
  // If the operator goes back to an earlier secret, it is done again.
  await tx.updateTable('auth_secret_use').set({ keys_renewed_at: null }).where('fingerprint', '<>', fingerprint).execute()
  await renew()
}

const warningPeriod = sql`interval '30 days'`

const fingerprintOf = (secret: string) => createHmac('sha256', secret).update('fingerprint of AUTH_SECRET').digest('base64url')

/**
 * Records the secret, and returns true if an earlier one is neither the current nor a previous secret. Reports this for 30 days
 * after the last change only, because an operator may have removed an earlier secret on purpose or lost it.
 */
async function isEarlierLost(db: Db, { authSecret, previousSecrets }: Pick<Config, 'authSecret' | 'previousSecrets'>): Promise<boolean> {
  const fingerprint = fingerprintOf(authSecret)
  await db
    .insertInto('auth_secret_use')
    .values({ fingerprint })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const lost = await db
    .selectFrom('auth_secret_use')
    .select('fingerprint')
    .where('fingerprint', 'not in', [fingerprint, ...previousSecrets.map(fingerprintOf)])
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('auth_secret_use as u').select('u.fingerprint').where('u.first_used_at', '>', sql<Date>`now() - ${warningPeriod}`)),
    )
    .limit(1)
    .executeTakeFirst()
  return lost !== undefined
}
