import { os as base, ORPCError } from '@orpc/server'
import { isOperator, isSiteModerator, type Viewer } from '../viewer.ts'
import type { RequestContext } from './rpc.ts'

/** Viewers without the role get the same response as for an unknown path. This runs before input validation, so the response never depends on the input. */
const only = (isAllowed: (viewer: Viewer | null) => boolean) =>
  base.$context<RequestContext>().middleware(({ context, next }) => {
    if (!isAllowed(context.viewer)) throw new ORPCError('NOT_FOUND', { message: 'Not found.' })
    return next()
  })

/** For administrators' operations. */
export const operatorsOnly = only(isOperator)

/** For site moderators' and administrators' operations. */
export const moderatorsOnly = only(isSiteModerator)
