import { sql } from 'kysely'
import type { Db } from '#platform/server/store/open-store.ts'
import { readTargets } from '../demo/demo-files.ts'
import { loadOnce } from '../demo/load-once.ts'
import { iconAddress } from './icons.ts'
import { listedLogos } from './make-icons.ts'

/**
 * Gives the targets that every site begins with their logos, where there is one and nobody gave them another. Once for a
 * store, older ones too. Only targets that still lead to the website we named: another of the same name is not the same.
 */
export const loadLogos = (db: Db) =>
  loadOnce(db, 'logos', async (tx) => {
    const listed = listedLogos()
    const given = readTargets().flatMap(({ name, website }) => {
      const address = iconAddress(listed[name] ?? '')
      return address && website ? [{ name, website, address }] : []
    })
    const result = await sql`
      update target t set logo_url = given.address
      from unnest(${given.map(({ name }) => name)}::text[], ${given.map(({ website }) => website)}::text[], ${given.map(({ address }) => address)}::text[])
        as given(name, website, address)
      where norm(t.name) = norm(given.name) and t.website_url = given.website and t.logo_url is null`.execute(tx)
    return { logos: Number(result.numAffectedRows ?? 0) }
  })
