import { readWaySearch, type WaySearch } from '#features/accounts/ui/public.ts'
import type { SettingsTab } from '../terms.ts'

type Named = Exclude<SettingsTab, 'account'>
export type SettingsSearch = { tab?: Named | undefined } & WaySearch

// Said once more here: every first visit loads this, and should load nothing else for it.
const named: { [tab in Named]: tab } = {
  profile: 'profile',
  security: 'security',
  notifications: 'notifications',
  'connected-apps': 'connected-apps',
  danger: 'danger',
}

/** Reads the address of the settings; the account comes first and is not written, unknown sections are ignored. */
export function readSettingsSearch({ tab, ...told }: Record<string, unknown>): SettingsSearch {
  return { tab: Object.values(named).find((each) => each === tab), ...readWaySearch(told) }
}
