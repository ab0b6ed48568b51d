import { type Cell, lineOf } from './copy.ts'
import { momentOf } from './times.ts'
import { isConfirmed, type World } from './world.ts'

export type Rows = { table: string; columns: readonly string[]; of: Iterable<string> }

function* linesOf<T>(items: readonly T[], cells: (item: T, n: number) => readonly Cell[]): Generator<string> {
  for (const [n, item] of items.entries()) yield lineOf(cells(item, n))
}

/** Rows of industries, causes, targets and people. */
export function referenceRows({ industries, causes, targets, people, now }: World): Rows[] {
  const then = momentOf(now - 800 * 86_400_000)
  return [
    { table: 'industry', columns: ['id', 'slug', 'name'], of: linesOf(industries, ({ id, name }, n) => [id, `industry-${n + 1}`, name]) },
    { table: 'cause', columns: ['id', 'slug', 'name'], of: linesOf(causes, ({ id, name }, n) => [id, `cause-${n + 1}`, name]) },
    {
      table: 'target',
      columns: ['id', 'slug', 'name', 'industry_id', 'website_url'],
      of: linesOf(targets, ({ id, name, industry }, n) => [
        id,
        `target-${n + 1}`,
        name,
        industry === null ? null : (industries[industry]?.id ?? null),
        n % 3 ? `https://target-${n + 1}.example` : null,
      ]),
    },
    {
      table: 'person',
      columns: ['id', 'email', 'email_verified', 'counting_from', 'full_name', 'first_name', 'last_name', 'display_name', 'created_at'],
      of: linesOf(people, (id, n) => {
        const name = (n % 500 === 11 ? rareNames[n % rareNames.length] : firstNames[n % firstNames.length]) ?? ''
        return [
          id,
          `p${n}@people.test`,
          isConfirmed(n),
          isConfirmed(n) ? then : null,
          `${name} ${letters[n % 26]}erson${n}`,
          name,
          `${letters[n % 26]}erson${n}`,
          `${name} P.`,
          then,
        ]
      }),
    },
  ]
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const rareNames = ['Zebedee', 'Quitterie', 'Þorgerður', 'Iolanthe', 'Xiomara', 'Wolfram', 'Ffion']
const firstNames = ['Ada', 'Björn', 'Chloé', 'Deniz', 'Elif', 'Femi', 'Guðrún', 'Hina', 'Ивана', 'José', '健', 'ليلى', 'Mia', 'Noor']
