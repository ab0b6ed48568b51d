/** The sign-in page's address. Afterwards it opens `path` (path and query). */
export const signInHref = (path: string) => `/auth?${new URLSearchParams({ returnTo: path })}`

/** The same with the form for signing up, for buttons that mostly new people press. */
export const signUpHref = (path: string) => `/auth?${new URLSearchParams({ mode: 'signup', returnTo: path })}`

/** For people who were signed in a moment ago, also where new people would see the form for signing up. */
export const signInAgainHref = (path: string) => `${signInHref(path)}&mode=signin`
