import { sql } from 'kysely'
import { type AuthorRow, authorFrom } from '#platform/author.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import type { Activity } from '../contract.ts'
import { activityLimits } from '../terms.ts'

type Row = AuthorRow & {
  type: 'pledges' | 'update' | 'comment'
  id: string
  slug: string
  title: string
  at: Date
  day: string | null
  people: number | null
  update_title: string | null
  author_id: string | null
}

/** Recent events in an entry's active campaigns, with their current texts and numbers. Removed items are left out. */
export async function activityOf(db: Db, id: string): Promise<Activity[]> {
  const { rows } = await sql<Row>`
    select x.type, x.id, c.slug, c.title, x.at, x.day::text as day, k.added as people, u.title as update_title,
      p.id as author_id, p.first_name, p.last_name, p.avatar_url, p.deleted_at
    from entry_summary d
    cross join lateral jsonb_to_recordset(d.activity) as x(type text, id uuid, campaign_id uuid, day date, at timestamptz)
    join campaign c on c.id = x.campaign_id and c.status = 'active' and c.moderation is null
    left join campaign_update u on x.type = 'update' and u.id = x.id and u.moderation is null
    left join comment m on x.type = 'comment' and m.id = x.id and m.removed_at is null
    left join campaign_day k on x.type = 'pledges' and k.campaign_id = x.campaign_id and k.day = x.day
    left join person p on p.id = coalesce(u.creator_id, m.author_id)
    where d.subject_id = ${id} and x.at > now() - make_interval(days => ${sql.lit(activityLimits.days)})
      and (p.id is not null or k.added > 0)
    order by x.at desc, x.id desc`.execute(db)
  return grouped(rows.flatMap(activityFrom)).slice(0, activityLimits.items)
}

const hourMs = 3_600_000

/** One entry for the comments of a person in a campaign within an hour, and at most five of these. The newest come first. */
function grouped(items: Activity[]): Activity[] {
  const groups = new Map<string, Extract<Activity, { type: 'comment' }>>()
  return items.filter((item) => {
    if (item.type !== 'comment') return true
    const group = `${item.author.id} ${item.campaign.slug} ${Math.floor(item.at.getTime() / hourMs)}`
    const newest = groups.get(group)
    if (newest) {
      newest.comments += 1
      return false
    }
    if (groups.size === activityLimits.comments) return false
    groups.set(group, item)
    return true
  })
}

function activityFrom(row: Row): Activity[] {
  const happened = { campaign: { slug: row.slug, title: row.title }, at: row.at }
  if (row.day !== null && row.people) return [{ type: 'pledges', ...happened, day: row.day, people: row.people }]
  if (row.author_id === null) return []
  const author = authorFrom(row.author_id, row)
  if (row.update_title !== null) return [{ type: 'update', ...happened, id: row.id, title: row.update_title, author }]
  return [{ type: 'comment', ...happened, id: row.id, author, comments: 1 }]
}
