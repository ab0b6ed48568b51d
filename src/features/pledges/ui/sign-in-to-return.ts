import { signInHref } from '#features/accounts/ui/public.ts'

/** Opens sign-in, which leads back to this page with its query. */
export const signInToReturn = (): void => window.location.assign(signInHref(`${window.location.pathname}${window.location.search}`))
