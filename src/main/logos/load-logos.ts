import { sql } from 'kysely'
import type { Db } from '#platform/server/store/open-store.ts'
import { readTargets } from '../demo/demo-files.ts'
import { loadOnce } from '../demo/load-once.ts'
import { iconPath } from './icons.ts'
import { listedLogos } from './make-icons.ts'

/**
 * Sets the logos of the targets that every site begins with, where there is an icon and no logo yet. Runs once per database, also in older ones.
 * Skips targets whose website is not the listed one: another target of the same name is not the same company.
 */
export const loadLogos = (db: Db) =>
  loadOnce(db, 'logos', async (tx) => {
    const listed = listedLogos()
    const given = readTargets().flatMap(({ name, website }) => {
      const address = iconPath(listed[name] ?? '')
      return address && website ? [{ name, website, address }] : []
    })
    const result = await sql`
      update target t set logo_url = given.address
      from unnest(${given.map(({ name }) => name)}::text[], ${given.map(({ website }) => website)}::text[], ${given.map(({ address }) => address)}::text[])
        as given(name, website, address)
      where norm(t.name) = norm(given.name) and t.website_url = given.website and t.logo_url is null`.execute(tx)
    return { logos: Number(result.numAffectedRows ?? 0) }
  })
