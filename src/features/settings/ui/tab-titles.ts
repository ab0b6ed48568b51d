import { m } from '#messages'
import type { SettingsTab } from '../terms.ts'

export const tabTitles: { [tab in SettingsTab]: () => string } = {
  account: m.settings_tab_account,
  profile: m.settings_tab_profile,
  security: m.settings_tab_security,
  notifications: m.settings_tab_notifications,
  'connected-apps': m.settings_tab_connected_apps,
  danger: m.settings_tab_danger,
}

/** The document title. */
export const settingsTitle = (tab: SettingsTab) => `${tabTitles[tab]()} · ${m.settings_title()}`
