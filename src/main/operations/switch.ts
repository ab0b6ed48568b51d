import { ORPCError } from '@orpc/server'
import { changeSwitch, readSwitches } from '#features/moderation/switches/server/public.ts'
import type { Store } from '#platform/server/store/open-store.ts'
import { type SwitchName, switchNames } from '#platform/site-switches.ts'
import { plainLine } from './plain-line.ts'
import { Refused, type Report } from './refused.ts'

type Turn = { name: SwitchName; isOn: boolean; reason: string; about: string | undefined }

const commandName = (name: SwitchName) => name.replaceAll('_', '-')

/** The names of all switches, as they are written in a command. */
export const commandNames: readonly string[] = switchNames.map(commandName)

/** Reads `NAME on|off REASON [CAMPAIGN or TEXT]`; null for other words. A name may be written with hyphens. */
export function turnIn([name = '', state, reason = '', about, ...more]: string[]): Turn | null {
  const known = switchNames.find((each) => each === name.replaceAll('-', '_'))
  if (!known || (state !== 'on' && state !== 'off') || more.length > 0) return null
  return { name: known, isOn: state === 'on', reason, about }
}

/** Turns a switch on or off. The running processes read it within a second. */
export async function turnSwitch({ db }: Store, { about, ...turn }: Turn): Promise<Report> {
  const more = turn.name === 'joining_paused' ? { campaign: about } : { text: about }
  try {
    await changeSwitch(db, { ...turn, ...more, actorId: null })
  } catch (error) {
    if (error instanceof ORPCError) throw new Refused(error.message)
    throw error
  }
  return listSwitches({ db })
}

export async function listSwitches({ db }: Pick<Store, 'db'>): Promise<Report> {
  const { on } = await readSwitches(db)
  const lines = on.map(({ name, campaign, text, since }) =>
    plainLine([commandName(name), 'since', since.toISOString(), campaign?.slug ?? text].filter(Boolean).join(' ')),
  )
  return { ok: true, lines: lines.length > 0 ? lines : ['No switch is on'] }
}
