import { readRights } from './read-rights.ts'
import { actors, words } from './rights.ts'

/** docs/RIGHTS.md as the table says it. */
export function rightsPage(): string {
  const rows = readRights()
  const used = Object.entries(words).filter(([word]) => rows.some(({ cells }) => Object.values(cells).some((cell) => cell === word)))
  return [
    '# Who may do what',
    '',
    'Made by `node scripts/rights.ts` from `tests/matrix/rights.ts`, `rights-of-pledges.ts`, `rights-of-communities.ts` and `rights-of-operators.ts`; change those tables, not this page. Every cell is tried in every test run, through',
    '`/api/v1` and `/rpc` and, for pages, on the built product. An operation without a row fails the tests.',
    '',
    'The **author** wrote the comments and chat messages spoken of, the **creator** made the campaigns, drafts and pictures; to everybody else those are foreign.',
    'In the communities spoken of the creator is the owner and the author a member; how pending, banned, members, mods and owners stand to one is',
    'in `tests/matrix/community-rights.ts`.',
    'A **supporter** has joined the campaigns; **unconfirmed** is signed in with an email address not yet confirmed; a **suspended** person has a',
    'session from before, and is a visitor everywhere.',
    '',
    ...tableOf(
      ['word', 'answer', 'the one who asks'],
      used.map(([word, { status, code, means }]) => [`**${word}**`, word === 'yes' ? '200 or 201' : `${status} ${code ?? ''}`.trim(), means]),
    ),
    ...[...new Set(rows.map(({ section }) => section))].flatMap((section) => [
      '',
      `## ${section}`,
      '',
      ...tableOf(
        ['operation', 'thing', ...actors],
        rows
          .filter((row) => row.section === section)
          .map(({ operation, thing, cells }, at, all) => [
            all[at - 1]?.operation === operation ? '' : `\`${operation}\``,
            thing,
            ...actors.map((actor) => cells[actor]),
          ]),
      ),
    ]),
    '',
  ].join('\n')
}

function tableOf(head: string[], rows: string[][]): string[] {
  const widths = head.map((_, at) => Math.max(...[head, ...rows].map((cells) => cells[at]?.length ?? 0)))
  const line = (cells: string[]) => `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`
  return [line(head), `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...rows.map(line)]
}
