type Cookie = { name: string; value: string; seconds: number; isPublic: boolean }

/** A `Set-Cookie` line for a cookie that scripts cannot read. `seconds` is how long the browser keeps it; 0 deletes it. */
export const setCookieLine = ({ name, value, seconds, isPublic }: Cookie) =>
  `${name}=${value}; Max-Age=${seconds}; Path=/; HttpOnly${isPublic ? '; Secure' : ''}; SameSite=Lax`
