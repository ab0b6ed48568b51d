/** The sign-in page, leading back to `path` (path and query) afterwards. */
export const signInHref = (path: string) => `/auth?${new URLSearchParams({ returnTo: path })}`
