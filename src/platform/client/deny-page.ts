import { createIsomorphicFn, getGlobalStartContext } from '@tanstack/react-start'

/** Said by a page that only tells its reader that they may not see it; from the server it then comes as a 403. */
export const denyPage = createIsomorphicFn()
  .server(() => getGlobalStartContext()?.deny())
  .client(() => {})
