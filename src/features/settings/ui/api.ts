import { queryOptions } from '@tanstack/react-query'
import { apiFor } from '#platform/client/api.ts'
import type { settingsContract } from '../contract.ts'

export const api = apiFor<typeof settingsContract>('settings')

export const ownSettings = () => queryOptions(api.get.queryOptions({ input: {} }))
export const ownSessions = () => queryOptions(api.sessions.queryOptions({ input: {} }))
