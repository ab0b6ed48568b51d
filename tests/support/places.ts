import pg from 'pg'
import { afterAll } from 'vitest'
import { type Ran, runCli } from './cli.ts'
import { type Database, makeDatabase, makeEmptyDatabase } from './databases.ts'
import { aFolder, aPreparedFolder, remove } from './product.ts'

/** The location of a site's data: a folder, and the address of a database if it uses PostgreSQL. */
export type Place = { dataDir: string; url?: string | undefined }

const folders: string[] = []
const databases: Database[] = []
afterAll(async () => {
  folders.splice(0).forEach(remove)
  for (const { drop } of databases.splice(0)) await drop()
})

/** A folder that is removed after the file's tests. */
export const folder = (): string => kept(aFolder())

/** The same with an embedded database that has the newest schema. */
export const preparedFolder = (): string => kept(aPreparedFolder())

function kept(made: string): string {
  folders.push(made)
  return made
}

/** The address of a database without tables, which is dropped after the file's tests. */
export const database = (): Promise<string> => made(makeEmptyDatabase())

/** The same with the newest schema. */
export const preparedDatabase = (): Promise<string> => made(makeDatabase())

async function made(making: Promise<Database>): Promise<string> {
  const database = await making
  databases.push(database)
  return database.url
}

export const cli = (place: Place, ...words: string[]): Promise<Ran> => runCli({ ...place, words })

/** Sends one query to a database, on its own connection. */
export async function asked(url: string, text: string, values: string[] = []): Promise<pg.QueryResult> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return await client.query(text, values)
  } finally {
    await client.end()
  }
}
