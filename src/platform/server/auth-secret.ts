import { ConfigError } from './config.ts'
import type { Store } from './store/open-store.ts'

const placeholder = /replace.?me|change.?(me|this|it)|placeholder|example|openssl|insert.?here|your.?(own.?)?(auth.?)?secret|auth.?secret|^<.*>$/i

/** Why somebody could guess a secret, as the end of "it ..."; null for one that seems to be random. */
export function secretWeakness(secret: string): string | null {
  if (placeholder.test(secret)) return 'is a placeholder'
  if (isRepeated(secret)) return 'repeats itself'
  const characters = [...secret]
  const steps = characters.slice(1).map((character, at) => (character.codePointAt(0) ?? 0) - (characters[at]?.codePointAt(0) ?? 0))
  if (steps.filter((step) => Math.abs(step) <= 1).length > steps.length / 2) return 'is a sequence'
  return entropyBits(characters) < 80 || new Set(characters).size < 8 ? 'has too few different characters' : null
}

/** Whether the text has a period of at most half its length. */
function isRepeated(text: string): boolean {
  for (let period = 1; period <= text.length / 2; period++) if (text.slice(period) === text.slice(0, -period)) return true
  return false
}

/** An upper bound of what a text of these characters can hold: their Shannon entropy times their number. */
function entropyBits(characters: string[]): number {
  const numbers = [...Map.groupBy(characters, (character) => character).values()].map(({ length }) => length / characters.length)
  return characters.length * numbers.reduce((sum, share) => sum - share * Math.log2(share), 0)
}

const advice = 'Set AUTH_SECRET to the output of: openssl rand -base64 32'

/**
 * Refuses a weak secret on a site without people (`ConfigError`). On a site that has people a refusal would shut it down, so it
 * returns what to do and what a change ends; null for a good secret.
 */
export async function checkAuthSecret({ db }: Pick<Store, 'db'>, secret: string): Promise<string | null> {
  const weakness = secretWeakness(secret)
  if (weakness === null) return null
  const person = await db.selectFrom('person').select('id').limit(1).executeTakeFirst()
  if (!person) throw new ConfigError(`AUTH_SECRET ${weakness}, so others can guess it and sign in as anybody. ${advice}`)
  return [
    `AUTH_SECRET ${weakness}: whoever guesses it can sign in as anybody. ${advice}, and put the present one into AUTH_SECRET_PREVIOUS.`,
    'The change signs everybody out and ends sign-ins through other sites that are under way.',
    'Without AUTH_SECRET_PREVIOUS it also ends the unsubscribe links of mails and the recognition of people who left, who could be counted again.',
  ].join(' ')
}
