import { ConfigError, readConfig } from '#platform/server/config.ts'
import { EmbeddedDatabaseError } from '#platform/server/store/embedded/error.ts'
import { NewerSchema } from '#platform/server/store/migrate.ts'
import { adviceFor } from './advice.ts'
import { perform, usage, WrongWords } from './operations/commands.ts'
import { Refused } from './operations/refused.ts'

// Files and folders that this process creates are for its user only.
process.umask(0o077)

const words = process.argv.slice(2)
if (words.length === 0 || words[0] === 'help' || words[0] === '--help') {
  console.log(usage)
  process.exit(words.length === 0 ? 1 : 0)
}
try {
  // npm runs the program in the project's folder. INIT_CWD is the folder in which the command was given; file names are relative to it.
  const folder = process.env.INIT_CWD ?? process.cwd()
  const { ok, lines } = await perform({ config: readConfig(process.env), folder, print: (line) => console.log(line) }, words)
  for (const line of lines) console.log(line)
  process.exit(ok ? 0 : 1)
} catch (error) {
  console.error(reasonFor(error))
  process.exit(1)
}

function reasonFor(error: unknown): string {
  if (error instanceof WrongWords) return `There is no such command.\n\n${usage}`
  if (error instanceof Refused || error instanceof ConfigError || error instanceof EmbeddedDatabaseError) return `Refused: ${error.message}`
  if (error instanceof NewerSchema) return `Refused: the data was made by a newer version of Holdout (${error.message}). Use that version.`
  const { code, path, syscall }: { code?: unknown; path?: unknown; syscall?: unknown } = Object(error)
  if (typeof path === 'string' && syscall !== undefined) return `Failed: ${path} (${code}).`
  if (code === 'ENOSPC') return 'Failed: the disk is full.'
  return `Failed: ${adviceFor(error)}`
}
