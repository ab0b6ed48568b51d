import type { ComponentType } from 'react'
import { partWhenVisible } from '#platform/client/hydrate-when-visible.tsx'
import type { SettingsTab } from '../terms.ts'

/** The code of each section, which is loaded when the section is opened. */
export const sectionParts: { [tab in SettingsTab]: ReturnType<typeof part> } = {
  account: part(() => import('./account-section.tsx').then((loaded) => loaded.AccountSection)),
  profile: part(() => import('./profile-section.tsx').then((loaded) => loaded.ProfileSection)),
  security: part(() => import('./security-section.tsx').then((loaded) => loaded.SecuritySection)),
  notifications: part(() => import('./notifications-section.tsx').then((loaded) => loaded.NotificationsSection)),
  'connected-apps': part(() => import('./connected-section.tsx').then((loaded) => loaded.ConnectedSection)),
  danger: part(() => import('./danger-section.tsx').then((loaded) => loaded.DangerSection)),
}

function part(load: () => Promise<ComponentType>) {
  return partWhenVisible(load)
}

/** Loads a section's code on the server, before it is rendered. */
export const sectionReady = (tab: SettingsTab) => sectionParts[tab].ready()
