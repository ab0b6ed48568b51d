import { readWaySearch, type WaySearch } from '#features/accounts/ui/auth-search.ts'
import type { SettingsTab } from '../terms.ts'

type Named = Exclude<SettingsTab, 'account'>
export type SettingsSearch = { tab?: Named | undefined } & WaySearch

// Repeats the names of `settingsTabs`, because this module is part of the first script and must not import more.
const named: { [tab in Named]: tab } = {
  profile: 'profile',
  security: 'security',
  notifications: 'notifications',
  'connected-apps': 'connected-apps',
  danger: 'danger',
}

/** Reads the URL parameters. `account` is the default and is left out; unknown sections are ignored. */
export function readSettingsSearch({ tab, ...result }: Record<string, unknown>): SettingsSearch {
  return { tab: Object.values(named).find((each) => each === tab), ...readWaySearch(result) }
}
