import pg from 'pg'
import { afterAll } from 'vitest'
import { type Ran, runCli } from './cli.ts'
import { makeEmptyDatabase } from './databases.ts'
import { aFolder, remove } from './product.ts'

/** Where a store is: a folder, and a database when it is PostgreSQL's. */
export type Place = { dataDir: string; url?: string | undefined }

const folders: string[] = []
const databases: { drop: () => Promise<void> }[] = []
afterAll(async () => {
  folders.splice(0).forEach(remove)
  for (const { drop } of databases.splice(0)) await drop()
})

/** A folder that is gone when the file's tests are done. */
export function folder(): string {
  const made = aFolder()
  folders.push(made)
  return made
}

/** The address of a database without tables that is gone when the file's tests are done. */
export async function database(): Promise<string> {
  const made = await makeEmptyDatabase()
  databases.push(made)
  return made.url
}

export const cli = (place: Place, ...words: string[]): Promise<Ran> => runCli({ ...place, words })

/** One question to a database, on a connection of its own. */
export async function asked(url: string, text: string, values: string[] = []): Promise<pg.QueryResult> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return await client.query(text, values)
  } finally {
    await client.end()
  }
}
