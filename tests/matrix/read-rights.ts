import { type Actor, actors, table, type Word, words } from './rights.ts'
import { communityTable } from './rights-of-communities.ts'
import { machineTable } from './rights-of-machines.ts'
import { operatorTable } from './rights-of-operators.ts'
import { pageTable } from './rights-of-pages.ts'
import { pledgeTable } from './rights-of-pledges.ts'
import { replyTable } from './rights-of-replies.ts'
import { reportTable } from './rights-of-reports.ts'

export type Row = { section: string; operation: string; thing: string; cells: Record<Actor, Word> }

/** The rows of the table of rights. Throws if a line does not have one word for each actor. */
export function readRights(): Row[] {
  const rows: Row[] = []
  let [section, operation] = ['', '']
  for (const line of [table, pageTable, machineTable, pledgeTable, communityTable, reportTable, replyTable, operatorTable].flatMap((part) =>
    part.trim().split('\n').slice(1),
  )) {
    if (line.startsWith('#')) section = line.slice(1).trim()
    else if (line.trim() !== '') {
      const parts = line.trim().split(/ {2,}/)
      if (!line.startsWith(' ')) operation = parts.shift() ?? ''
      const [thing = '', ...said] = parts
      rows.push({ section, operation, thing, cells: cellsOf(said, `${operation} ${thing}`) })
    }
  }
  return rows
}

function cellsOf(said: string[], where: string): Record<Actor, Word> {
  const strange = said.filter((word) => !isWord(word))
  if (said.length !== actors.length || strange.length) throw new Error(`${where}: one known word for each of ${actors.length} actors, not ${said.join(', ')}`)
  return Object.fromEntries(actors.map((actor, at) => [actor, said[at]])) as Record<Actor, Word>
}

const isWord = (text: string): text is Word => Object.hasOwn(words, text)
