/** The sign-in page's address. Afterwards it opens `path` (path and query). */
export const signInHref = (path: string) => `/auth?${new URLSearchParams({ returnTo: path })}`
