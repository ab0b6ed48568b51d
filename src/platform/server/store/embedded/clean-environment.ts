/** Without these variables: a client's defaults, other libraries and another locale must not reach PostgreSQL. */
export function cleanEnvironment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !/^(PG|LD_|DYLD_|LC_|LANG)/.test(name))
  return Object.fromEntries(kept)
}
