import type { Raw } from './clients.ts'
import { type CommunityActor, type CommunityWord, communityActors, communityTable, communityWords } from './community-rights.ts'
import { absent, type Inhabited } from './community-world.ts'

type Privacy = 'public' | 'private'
type Cell = { privacy: Privacy; actor: CommunityActor; word: CommunityWord }
type Row = { operation: string; cells: Cell[] }

type Received = { actor: CommunityActor; word: CommunityWord; at: Inhabited; answer: Raw; nothing: Raw | null }

/** Everything in a response that differs from the table, or that the response may not contain. */
export function complaints({ actor, word, at, answer, nothing }: Received): string[] {
  const { status, code } = communityWords[word]
  const said = `${word} expected, ${answer.status} ${answer.text.slice(0, 160)}`
  const found: string[] = []
  // This site renders no pages, so an unknown address responds like a page.
  if (word === 'nowhere' && answer.text === '<!doctype html>') return []
  if (status === 200 ? ![200, 201].includes(answer.status) : answer.status !== status) return [said]
  if (code !== null && answer.code !== code) return [said]
  const reported = insidesIn(answer, at)
  if (word === 'sees' && !answer.text.includes(at.secret)) found.push(`${said}: it lacks what is inside`)
  if (!['sees', 'yes', 'signed'].includes(word) && reported.length) found.push(`${said}: it contains ${reported.join(', ')}`)
  if (word === 'named' && !answer.text.includes(at.slug)) found.push(`${said}: it does not name it`)
  if (word === 'unnamed' && [at.slug, at.id].some((name) => answer.text.includes(name))) found.push(`${said}: it names it`)
  if (word === 'silent' && answer.text !== '') found.push(`${said}: it speaks`)
  if (nothing && JSON.stringify(answer) !== JSON.stringify(nothing))
    found.push(`${actor} is told ${JSON.stringify(answer)}, of nothing ${JSON.stringify(nothing)}`)
  return found
}

/**
 * Content of the community in a response. The secret word alone does not count, because the linked campaign's public title and some
 * search requests contain it.
 */
function insidesIn({ text, headers }: Raw, at: Inhabited): string[] {
  const whole = `${text} ${JSON.stringify(headers)}`
  const { secret, postId, commentId, inviteId, mediaId } = at
  const words = new RegExp(`(Post|Comment|Rule|Given)\\s?${secret}|${secret}\\.example`, 'g')
  const ids = Object.entries({ postId, commentId, inviteId, mediaId }).filter(([, id]) => id !== absent.id && whole.includes(id))
  return [...(whole.match(words) ?? []), ...ids.map(([name]) => name)]
}

/** The rows of the table. Throws if a line does not have one known word for each actor. */
export function readTable(): Row[] {
  const read: Row[] = []
  for (const line of communityTable.trim().split('\n').slice(1)) {
    if (line.trim() === '' || line.startsWith('#')) continue
    const [first = '', second = '', ...rest] = line.trim().split(/ {2,}/)
    const isNew = !line.startsWith(' ')
    const where = isNew ? second : first
    const said = isNew ? rest : [second, ...rest]
    if (isNew) read.push({ operation: first, cells: [] })
    if (said.length !== communityActors.length) throw new Error(`${line}: one word for each of ${communityActors.length}`)
    for (const privacy of ['public', 'private'] as const)
      if (where === privacy || where === 'both')
        read.at(-1)?.cells.push(...communityActors.map((actor, n) => ({ privacy, actor, word: wordOf(said[n] ?? '', line) })))
  }
  return read
}

function wordOf(text: string, line: string): CommunityWord {
  const found = (Object.keys(communityWords) as CommunityWord[]).find((word) => word === text)
  if (!found) throw new Error(`${line}: ${text} is no word`)
  return found
}
