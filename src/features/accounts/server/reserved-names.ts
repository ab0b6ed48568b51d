import anyAscii from 'any-ascii'
import { brand } from '#platform/brand.ts'
import list from './confusables.txt?raw'

/** Maps a character to the ASCII letters or digits that it looks like (UTS #39). */
const lookalikes = new Map(
  list
    .split('\n')
    .filter(Boolean)
    .flatMap((line) => {
      const [shown = '', ...points] = line.split(' ')
      return points.map((point) => [String.fromCodePoint(Number.parseInt(point, 16)), shown] as const)
    }),
)

/** Digits and signs that are read as letters, and letters that are easily confused. */
const readAs: Record<string, string> = { '0': 'o', '1': 'l', '|': 'l', '!': 'l', '3': 'e', '4': 'a', '@': 'a', '5': 's', $: 's', '7': 't', i: 'l' }

/** Maps texts that look the same to one text (a coarser UTS #39 skeleton). Compare it only with other skeletons. */
function skeleton(text: string): string {
  const plain = [...text.normalize('NFKD').replace(/\p{M}/gu, '')].map((character) => lookalikes.get(character) ?? character).join('')
  const letters = [...plain.toLowerCase()].map((character) => readAs[character] ?? character).join('')
  return letters.replaceAll('rn', 'm').replaceAll('vv', 'w')
}

const skeletons = (words: string) => words.split(/\s+/).filter(Boolean).map(skeleton)

/** A name that contains one of these words is refused. */
const offices = skeletons('administrator administrators admin admins moderator moderators sysadmin sysop superuser webmaster')
/** Refused only if a name has no other words than these, or also contains the site's name. */
const roles = skeletons(`mod mods moderation administration team support staff official security helpdesk help system operator operators
  customer service services trust safety verified bot management root postmaster crew founder founders employee employees`)
const siteNames = skeletons(`${brand.name} ${brand.name}s`)
const fillers = skeletons('the a an of for and your our my this site app platform community')

const longestFirst = (words: string[]) => [...words].sort((a, b) => b.length - a.length).join('|')
const officeWithin = new RegExp(longestFirst(offices.filter((word) => word.length >= 9)))
const siteWithin = new RegExp(longestFirst(siteNames))
const speaking = longestFirst([...offices, ...roles, ...siteNames])
const onlySpeaking = new RegExp(`^(?:${longestFirst(fillers)})*(?:${speaking})(?:${longestFirst(fillers)}|${speaking})*$`)

/** True if a name, in any script and spelling, could be mistaken for one of the site's staff. */
export const isReservedName = (name: string): boolean => containsReservedWord(name) || containsReservedWord(anyAscii(name))

function containsReservedWord(name: string): boolean {
  // Splits "HoldoutTeam" into two words, and drops the number of "Moderator 2".
  const apart = name.replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 ').replace(/[\s\d]+$/, '')
  const words = skeleton(apart)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
  const joined = words.join('')
  // Longer than any stored name, so the search is skipped.
  if (joined.length > 500) return false
  if (words.some((word) => offices.includes(word)) || officeWithin.test(joined)) return true
  if (siteWithin.test(joined) && words.some((word) => roles.includes(word))) return true
  return onlySpeaking.test(joined)
}
