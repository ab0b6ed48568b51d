import { os as base, ORPCError } from '@orpc/server'
import { isOperator } from '../viewer.ts'
import type { RequestContext } from './rpc.ts'

/**
 * For operations of administrators. Everybody else gets the answer of an unknown path. This runs before input validation, so the answer never
 * depends on the input.
 */
export const operatorsOnly = base.$context<RequestContext>().middleware(({ context, next }) => {
  if (!isOperator(context.viewer)) throw new ORPCError('NOT_FOUND', { message: 'Not found.' })
  return next()
})
