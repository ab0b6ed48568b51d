import fc from 'fast-check'
import { type Command, people } from './model.ts'

/** Commands that are sent at the same time. The next round begins after all of them are answered. */
export type Round = Command[]

const name = fc.constantFrom(...people)
// Listed twice, because more can happen in the second campaign, which is active from the start.
const campaign = fc.constantFrom(0, 1, 1)
const change = fc.record({ title: fc.nat(2), spend: fc.constantFrom(100, 250), goal: fc.nat(2) }, { requiredKeys: [] })

const ender = fc.constantFrom('creator', 'creator', 'moderator', 'joiner')

type Drawn = { command: fc.Arbitrary<Command>; weight: number }
const onCampaign = (what: 'publish' | 'archive' | 'delete', weight: number): Drawn => ({
  command: fc.record({ do: fc.constant(what), campaign, by: ender }) as fc.Arbitrary<Command>,
  weight,
})
const onComment = (what: 'reword' | 'remove' | 'like' | 'unlike', tags: readonly string[], weight: number): Drawn => ({
  command: fc.record({ do: fc.constant(what), by: name, tag: fc.constantFrom(...tags) }) as fc.Arbitrary<Command>,
  weight,
})

/** A random command. `at` becomes the tag of a new comment; `earlier` are the tags of the comments that it may act on. */
function commandAt(at: string, earlier: readonly string[]): fc.Arbitrary<Command> {
  const under = earlier.length ? fc.option(fc.constantFrom(...earlier), { freq: 2 }) : fc.constant(null)
  const drawn: Drawn[] = [
    onCampaign('publish', 3),
    onCampaign('delete', 1),
    { command: fc.record({ do: fc.constant('victory'), campaign, by: ender, statement: fc.nat(1) }) as fc.Arbitrary<Command>, weight: 2 },
    onCampaign('archive', 1),
    { command: fc.record({ do: fc.constant('pledge'), campaign, by: name }) as fc.Arbitrary<Command>, weight: 8 },
    { command: fc.record({ do: fc.constant('detach'), campaign, by: name }) as fc.Arbitrary<Command>, weight: 3 },
    {
      command: fc.record({
        do: fc.constant('edit'),
        campaign,
        by: fc.constantFrom('creator', 'creator', 'creator', 'joiner'),
        change,
      }) as fc.Arbitrary<Command>,
      weight: 4,
    },
    { command: fc.record({ do: fc.constant('confirm'), by: fc.constantFrom('newcomer', 'newcomer', 'joiner') }) as fc.Arbitrary<Command>, weight: 3 },
    { command: fc.record({ do: fc.constant('comment'), campaign, by: name, tag: fc.constant(at), under }) as fc.Arbitrary<Command>, weight: 5 },
    ...(earlier.length
      ? [onComment('reword', earlier, 1), onComment('remove', earlier, 2), onComment('like', earlier, 3), onComment('unlike', earlier, 1)]
      : []),
  ]
  return fc.oneof(...drawn.map(({ command, weight }) => ({ arbitrary: command, weight })))
}

const widths = [3, 3, 4, 3]

/** Four rounds of up to four simultaneous commands, each of which may act on comments of earlier rounds. */
export const history: fc.Arbitrary<Round[]> = fc.tuple(
  ...widths.map((width, round) => {
    const earlier = widths.slice(0, round).flatMap((wide, before) => Array.from({ length: wide }, (_, n) => `${before}.${n}`))
    return fc
      .tuple(...Array.from({ length: width }, (_, n) => fc.option(commandAt(`${round}.${n}`, earlier), { freq: 6 })))
      .map((commands) => commands.filter((command) => command !== null))
  }),
)
