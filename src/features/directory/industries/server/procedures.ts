import { implement } from '@orpc/server'
import { sql } from 'kysely'
import { anyone, type RequestContext } from '#platform/server/rpc.ts'
import { groupQueries } from '../../server/group-queries.ts'
import { targetsOfIndustry } from '../../terms.ts'
import { type Industry, industriesContract } from '../contract.ts'

const os = implement(industriesContract).$context<RequestContext>()

/** The targets with the most supporters. */
const topTargets = sql`array(
  select json_build_object('slug', t.slug, 'name', t.name, 'logoUrl', t.logo_url, 'supporters', coalesce(n.supporters, 0)) from (
    select subject_id, supporters from listed_entry where industry_id = g.id order by supporters desc, subject_id desc limit ${sql.lit(targetsOfIndustry)}) r
  join target t on t.id = r.subject_id left join tally n on n.subject_id = t.id order by r.supporters desc, r.subject_id desc)`

const industries = groupQueries({ kind: 'industry', own: sql<Pick<Industry, 'topTargets'>>`json_build_object('topTargets', ${topTargets})` })

export const industryProcedures = os.router({
  list: os.list.use(anyone).handler(({ context, input }) => industries.list(context.db, input)),
  get: os.get.use(anyone).handler(async ({ context, input, errors }) => {
    const industry = await industries.bySlug(context.db, input.slug)
    if (!industry) throw errors.NOT_FOUND()
    return industry
  }),
})
