import { Resolver } from 'node:dns/promises'

/** `texts`: the TXT records of the name, each with its parts joined. Null if no name server answered. */
export type TxtRecords = { texts: (name: string) => Promise<string[] | null> }

/** The name exists without such a record, or does not exist. */
const absent = ['ENODATA', 'ENOTFOUND']

/** `servers`: name servers to use instead of the system's. */
export function openTxtRecords(servers: readonly string[]): TxtRecords {
  return {
    async texts(name) {
      const resolver = new Resolver({ timeout: 3_000, tries: 2 })
      if (servers.length > 0) resolver.setServers(servers)
      try {
        return (await resolver.resolveTxt(name)).map((parts) => parts.join(''))
      } catch (error) {
        return error instanceof Error && 'code' in error && absent.includes(String(error.code)) ? [] : null
      }
    },
  }
}
