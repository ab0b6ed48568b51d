import type { Viewer } from '#platform/viewer.ts'

export const roles = ['member', 'moderator', 'admin'] as const satisfies readonly Viewer['role'][]

/** Days that a suspension can last; null: for ever. */
export const suspensionDays = [1, 3, 7, 30, null] as const
export type SuspensionDays = (typeof suspensionDays)[number]
