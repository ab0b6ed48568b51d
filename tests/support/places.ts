import pg from 'pg'
import { afterAll } from 'vitest'
import { type Ran, runCli } from './cli.ts'
import { type Database, makeDatabase, makeEmptyDatabase } from './databases.ts'
import { aFolder, aPreparedFolder, remove } from './product.ts'

/** Where a store is: a folder, and a database when it is PostgreSQL's. */
export type Place = { dataDir: string; url?: string | undefined }

const folders: string[] = []
const databases: Database[] = []
afterAll(async () => {
  folders.splice(0).forEach(remove)
  for (const { drop } of databases.splice(0)) await drop()
})

/** A folder that is gone when the file's tests are done. */
export const folder = (): string => kept(aFolder())

/** The same with an embedded database that has the newest schema. */
export const preparedFolder = (): string => kept(aPreparedFolder())

function kept(made: string): string {
  folders.push(made)
  return made
}

/** The address of a database without tables that is gone when the file's tests are done. */
export const database = (): Promise<string> => made(makeEmptyDatabase())

/** The same with the newest schema. */
export const preparedDatabase = (): Promise<string> => made(makeDatabase())

async function made(making: Promise<Database>): Promise<string> {
  const database = await making
  databases.push(database)
  return database.url
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
