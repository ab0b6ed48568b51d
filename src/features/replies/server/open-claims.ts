import { sql } from 'kysely'
import type { Db } from '#platform/server/store/open-store.ts'
import type { OpenClaim } from '../contract.ts'
import { isSharedDomain, websiteDomain } from './company-domain.ts'

const shown = 100

type Row = Omit<OpenClaim, 'target' | 'person' | 'isWebsite' | 'isShared'> & {
  slug: string
  targetName: string
  website: string | null
  personId: string
  personName: string
  total: number
}

/** Claims for moderators: those that wait for a decision first, then the representatives, then those without proof, which anybody can make. */
export async function openClaims(db: Db, viewerId: string): Promise<{ items: OpenClaim[]; total: number }> {
  const { rows } = await sql<Row>`
    select r.id, r.domain, r.state, r.method, r.suspended_for as "suspendedFor", r.created_at as "createdAt", r.verified_at as "verifiedAt",
      t.slug, t.name as "targetName", t.website_url as website, p.id as "personId", p.display_name as "personName",
      coalesce(d.domain = r.domain, false) as "isConfirmed", coalesce(d.domain = r.domain and d.takes_mail, false) as "takesMail",
      r.person_id = ${viewerId} as "isOwn", count(*) over ()::int as total
    from representative r join target t on t.id = r.target_id join person p on p.id = r.person_id left join target_domain d on d.target_id = r.target_id
    where r.state <> 'declined'
    order by array_position(array['waiting', 'suspended', 'active', 'unverified'], r.state), r.created_at, r.id limit ${shown}`.execute(db)
  const items = rows.map(({ slug, targetName, website, personId, personName, total: _, ...claim }) => ({
    ...claim,
    target: { slug, name: targetName, website },
    person: { id: personId, name: personName },
    isWebsite: websiteDomain(website) === claim.domain,
    isShared: isSharedDomain(claim.domain),
  }))
  return { items, total: rows[0]?.total ?? 0 }
}
