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

/** Signs and digits that are read as letters, and letters that are taken for one another. */
const readAs: Record<string, string> = { '0': 'o', '1': 'l', '|': 'l', '!': 'l', '3': 'e', '4': 'a', '@': 'a', '5': 's', $: 's', '7': 't', i: 'l' }

/** One text for all that looks the same (a skeleton of UTS #39, coarser): only to compare with other skeletons. */
function skeleton(text: string): string {
  const plain = [...text.normalize('NFKD').replace(/\p{M}/gu, '')].map((character) => lookalikes.get(character) ?? character).join('')
  const letters = [...plain.toLowerCase()].map((character) => readAs[character] ?? character).join('')
  return letters.replaceAll('rn', 'm').replaceAll('vv', 'w')
}

const skeletons = (words: string) => words.split(/\s+/).filter(Boolean).map(skeleton)

/** A name that contains one of these words is refused. */
const offices = skeletons('administrator administrators admin admins moderator moderators sysadmin sysop superuser webmaster')
/** These speak for the site alone, with each other, or beside its name. */
const roles = skeletons(`mod mods moderation administration team support staff official security helpdesk help system operator operators
  customer service services trust safety verified bot management root postmaster`)
const siteNames = skeletons(`${brand.name} ${brand.name}s`)
const fillers = skeletons('the a an of for and your our my this site app platform community')

const longestFirst = (words: string[]) => [...words].sort((a, b) => b.length - a.length).join('|')
const officeWithin = new RegExp(longestFirst(offices.filter((word) => word.length >= 9)))
const siteWithin = new RegExp(longestFirst(siteNames))
const speaking = longestFirst([...offices, ...roles, ...siteNames])
const onlySpeaking = new RegExp(`^(?:${longestFirst(fillers)})*(?:${speaking})(?:${longestFirst(fillers)}|${speaking})*$`)

/** Whether a name could be taken for those who run the site, in whatever script and spelling. */
export const isReservedName = (name: string): boolean => speaks(name) || speaks(anyAscii(name))

function speaks(name: string): boolean {
  // "HoldoutTeam" is two words, and "Moderator 2" is one.
  const apart = name.replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 ').replace(/[\s\d]+$/, '')
  const words = skeleton(apart)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
  const joined = words.join('')
  // Longer than any name that is stored: not worth a search.
  if (joined.length > 500) return false
  if (words.some((word) => offices.includes(word)) || officeWithin.test(joined)) return true
  if (siteWithin.test(joined) && words.some((word) => roles.includes(word))) return true
  return onlySpeaking.test(joined)
}
