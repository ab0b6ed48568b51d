import { sql } from 'kysely'
import { z } from 'zod'
import { pictureOf, type UrlSigner } from '#features/media/server/public.ts'
import { moderationFrom, moderationOf } from '#features/moderation/server/public.ts'
import { authorFrom } from '#platform/author.ts'
import { isId } from '#platform/id.ts'
import type { RequestContext } from '#platform/server/rpc.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { Community } from '../contract.ts'
import { maySeeInside } from '../policy.ts'
import { accessFrom, rowsOf } from './access.ts'
import { cardOf } from './cards.ts'
import { muteOf } from './mutes.ts'

type Context = Pick<RequestContext, 'db' | 'viewer' | 'confirmedEmail' | 'communityKeys'> & { media: { urlSigner: UrlSigner } }

/** A community by id or slug, with its content if this viewer may see it. */
export async function communityPage(context: Context, idOrSlug: string): Promise<Community | null> {
  const { db, viewer, media } = context
  const named = idOrSlug.toLowerCase()
  const row = await pageRows(db, viewer)
    .where(isId(named) ? 'c.id' : 'c.slug', '=', named)
    .executeTakeFirst()
  if (!row) return null
  const access = accessFrom(row)
  const inside = maySeeInside(access) ? insideFrom(row, access.privacy === 'private' ? media.urlSigner : null) : null
  const mute = inside && (await muteOf(db, { community: access, context }))
  return { ...cardOf(row), viewer: access.viewer, inside, mute, moderation: row.decision && moderationFrom(row.decision) }
}

const pageRows = (db: Db, viewer: Viewer | null) =>
  rowsOf(db, viewer)
    // A moderated community has no row there.
    .leftJoin('community_rank as r', 'r.community_id', 'c.id')
    .innerJoin('person as o', 'o.id', 'c.owner_user_id')
    .leftJoin('media as b', 'b.id', 'c.banner_media_id')
    .select(['c.description', 'c.tags', 'c.logo_url', moderationOf('c.moderation', 'c.id', 'c.owner_user_id').as('decision')])
    .select([
      sql<number>`coalesce(r.members, (select count(*)::int from community_member m where m.community_id = c.id and m.status = 'active'))`.as('members'),
      sql<number>`coalesce(r.posts_week, 0)`.as('posts_week'),
      sql<number>`coalesce(r.activity, 0)`.as('activity'),
    ])
    .select(['c.rules', 'c.rules_html', 'c.discord_url', 'c.twitter_url', 'c.website_url', 'c.instagram_url', 'c.quick_links', 'c.created_at'])
    .select(['o.first_name', 'o.last_name', 'o.avatar_url', 'o.deleted_at'])
    .select(['b.id as banner_id', 'b.width', 'b.height', 'b.placeholder', 'b.formats', 'b.purpose'])
type PageRow = Awaited<ReturnType<ReturnType<typeof pageRows>['executeTakeFirstOrThrow']>>

function insideFrom(row: PageRow, urlSigner: UrlSigner | null): NonNullable<Community['inside']> {
  return {
    rules: row.rules,
    rulesHtml: row.rules_html,
    banner: bannerFrom(row, urlSigner),
    links: { discord: row.discord_url, twitter: row.twitter_url, website: row.website_url, instagram: row.instagram_url },
    quickLinks: QuickLinks.parse(row.quick_links),
    owner: authorFrom(row.owner_user_id, row),
    createdAt: row.created_at,
    postsThisWeek: row.posts_week,
    activityScore: row.activity,
  }
}

const QuickLinks = z.array(z.object({ title: z.string(), url: z.string() }))

function bannerFrom({ banner_id: id, width, height, placeholder, formats, purpose }: PageRow, urlSigner: UrlSigner | null) {
  if (id === null || width === null || height === null || placeholder === null || formats === null || purpose === null) return null
  return pictureOf({ id, width, height, placeholder, formats, purpose, isGenerated: false }, urlSigner)
}
