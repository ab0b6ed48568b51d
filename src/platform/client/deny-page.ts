import { createIsomorphicFn, getGlobalStartContext } from '@tanstack/react-start'

/** Call this on a page that only says the reader has no access; the server then responds with 403. */
export const denyPage = createIsomorphicFn()
  .server(() => getGlobalStartContext()?.deny())
  .client(() => {})
