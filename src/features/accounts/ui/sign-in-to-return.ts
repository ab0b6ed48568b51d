import { signInAgainHref } from './sign-in-href.ts'

/** Opens the sign-in page, which afterwards returns to this page and its query. */
export const signInToReturn = (): void => window.location.assign(signInAgainHref(`${window.location.pathname}${window.location.search}`))
