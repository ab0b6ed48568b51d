import { os as base, ORPCError } from '@orpc/server'
import { isOperator, isSiteModerator, type Viewer } from '../viewer.ts'
import type { RequestContext } from './rpc.ts'

/** Everybody else gets the answer of an unknown path. This runs before input validation, so the answer never depends on the input. */
const only = (isAllowed: (viewer: Viewer | null) => boolean) =>
  base.$context<RequestContext>().middleware(({ context, next }) => {
    if (!isAllowed(context.viewer)) throw new ORPCError('NOT_FOUND', { message: 'Not found.' })
    return next()
  })

/** For operations of administrators. */
export const operatorsOnly = only(isOperator)

/** For operations of the site's moderators and administrators. */
export const moderatorsOnly = only(isSiteModerator)
