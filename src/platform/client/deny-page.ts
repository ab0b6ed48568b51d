import { createIsomorphicFn, getGlobalStartContext } from '@tanstack/react-start'

/** Call it in a page whose only content is that the reader has no access: the server then responds with 403. */
export const denyPage = createIsomorphicFn()
  .server(() => getGlobalStartContext()?.deny())
  .client(() => {})
