import { queryOptions } from '@tanstack/react-query'
import { apiFor } from '#platform/client/api.ts'
import type { pushContract } from '../contract.ts'

export const api = apiFor<typeof pushContract>('push')

export const ownPush = () => queryOptions(api.get.queryOptions({ input: {} }))
