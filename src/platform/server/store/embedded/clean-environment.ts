/** The environment without variables that must not affect PostgreSQL: a client's defaults, library paths and the locale. */
export function cleanEnvironment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !/^(PG|LD_|DYLD_|LC_|LANG)/.test(name))
  return Object.fromEntries(kept)
}
