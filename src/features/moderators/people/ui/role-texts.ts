import { m } from '#messages'
import type { Viewer } from '#platform/viewer.ts'
import type { SuspensionDays } from '../terms.ts'

export const roleNames: Record<Viewer['role'], () => string> = {
  member: m.people_role_member,
  moderator: m.people_role_moderator,
  admin: m.people_role_admin,
}

export const roleEffects: Record<Viewer['role'], () => string> = {
  member: m.people_role_member_does,
  moderator: m.people_role_moderator_does,
  admin: m.people_role_admin_does,
}

export const daysText = (days: SuspensionDays) => (days === null ? m.people_for_ever() : m.people_days({ count: days }))
