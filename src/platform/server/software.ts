import { z } from 'zod'
import file from '../../../package.json' with { type: 'json' }

const { version, repository } = z.object({ version: z.string(), repository: z.union([z.string(), z.object({ url: z.string() })]).optional() }).parse(file)

/** The version of the running program. It is part of the build, because package.json may be newer than the build. */
export const softwareVersion = version

/** The web address of the source code that package.json names in `repository`; null without one. */
export const repositoryUrl = webAddress(typeof repository === 'string' ? repository : (repository?.url ?? ''))

/** npm writes `git+` before the address of a repository. */
function webAddress(address: string): string | null {
  const bare = address.replace(/^git\+/, '')
  return /^https?:\/\//.test(bare) ? bare : null
}
