import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { openMailListTokens } from '#features/notifications/mail-lists/server/public.ts'
import { phrase } from '#features/settings/leaving/terms.ts'
import { serve } from '#main/serve.ts'
import { readConfig } from '#platform/server/config.ts'
import type { Store } from '#platform/server/store/open-store.ts'
import { aCampaignBody } from '#tests/support/campaign-body.ts'
import { uploadedTo } from '#tests/support/http.ts'
import { send } from '#tests/support/visitor.ts'
import { countsSettled } from '../support/content-hash.ts'
import { type Communities, makeCommunities } from './communities.ts'
import { hiddenContent } from './hidden-content.ts'
import { plantReports, reportedContent } from './reported.ts'
import { openSecrets, type Secrets } from './secrets.ts'
import { plantSignals } from './signals.ts'

export const names = [
  'creator',
  'author',
  'pledger',
  'stranger',
  'unconfirmed',
  'supporter',
  'moderator',
  'suspended',
  'admin',
  'newcomer',
  'latecomer',
  'leaver',
  'insider',
  'waiting',
  'shutOut',
] as const
export type Name = (typeof names)[number]
export type Someone = { id: string; cookie: string; lastName: string }
/** A value for a URL parameter: an id, a slug, a search word or a picture's path. `of` is the kind of thing that has this value. */
export type Value = { value: string; kind: 'id' | 'slug' | 'word' | 'file'; of: string }
export type World = {
  secrets: Secrets
  people: Record<Name, Someone>
  campaigns: Record<'draft' | 'active' | 'victory' | 'archived', { id: string; slug: string }>
  communities: Communities
  removedComment: string
  comment: string
  update: string
  /** The id of a moderator's decision about a comment of the author. */
  decision: string
  /** The id of a person who has deleted their account. */
  left: string
  /** The token as an email contains it. */
  mailListToken: string
  values: Value[]
}

type Site = { origin: string; store: Store; secret: string }

/** Fills a database with people and campaigns in which every private field contains a secret. Uses the API where it can. */
export async function makeWorld(given: { dataDir: string; databaseUrl: string }): Promise<World> {
  const config = readConfig({
    PORT: '0',
    DATA_DIR: given.dataDir,
    LOG_LEVEL: 'silent',
    DEMO: 'off',
    DATABASE_URL: given.databaseUrl,
  })
  const running = await serve({ config, assets: null, print: () => {}, renderPage: () => new Response('') })
  try {
    const site = { origin: running.origin, store: running.store, secret: config.authSecret }
    const secrets = openSecrets()
    const people = Object.fromEntries(await Promise.all(names.map(async (name) => [name, await someone(site, secrets, name)]))) as World['people']
    const draft = await aDraft(site, secrets, people.creator)
    const rest = await publicCampaigns(site, secrets, people)
    const communities = await makeCommunities(site, secrets, { people, campaignId: rest.campaigns.active.id })
    await plantTheRest(site, secrets, people)
    await countsSettled(running.store)
    const mailListToken = openMailListTokens(site.secret).make({ personId: people.stranger.id, list: 'recommendations' })
    return {
      secrets,
      people,
      left: people.leaver.id,
      mailListToken,
      ...rest,
      communities,
      campaigns: { ...rest.campaigns, draft },
      values: await valuesIn(running.store),
    }
  } finally {
    await running.stop()
  }
}

/** Creates an account and a session with a secret in each of their private fields. */
async function someone({ store, secret }: Site, secrets: Secrets, name: Name): Promise<Someone> {
  const id = uuidv7()
  const own = (what: string) => secrets.word(`${name}: ${what}`, [name])
  const isHidden = ['pledger', 'newcomer', 'latecomer'].includes(name)
  // The private community's members, applicants and banned people are known to its owner.
  const isAround = ['insider', 'waiting', 'shutOut'].includes(name)
  // A comment's author sees who liked it, and a campaign's creator sees who joined publicly, but not the unconfirmed person, who does not count yet.
  const knows: Partial<Record<Name, Name>> = { insider: 'creator', waiting: 'creator', shutOut: 'creator', supporter: 'creator', pledger: 'author' }
  const seenBy = [name, ...(knows[name] ? [knows[name]] : [])]
  // Moderators and administrators see everybody on the page of people, with names that everybody may know.
  if (isHidden || isAround || ['stranger', 'supporter', 'unconfirmed'].includes(name))
    secrets.keep(`${name}: who it is`, id, [...seenBy, 'moderator', 'admin'], { atHome: true })
  const lastName = own('last name')
  // Nothing about a person who has deleted their account may be shown to anybody.
  const first =
    name === 'leaver'
      ? secrets.word('leaver: first name', [])
      : isHidden || isAround
        ? secrets.word(`${name}: first name`, seenBy, { atHome: true })
        : `Given${name}`
  await store.db
    .insertInto('person')
    .values({
      id,
      email: `${own('email address')}@people.test`,
      full_name: `${first} ${lastName}`,
      first_name: first,
      last_name: lastName,
      display_name: `Shown${name} Z.`, // The profile shows it to everybody who has the person's id.
      bio: name === 'leaver' ? own('bio') : '',
      username: isHidden || name === 'leaver' ? own('username') : null,
      role: name === 'moderator' || name === 'admin' ? name : 'member',
      counting_from: name === 'unconfirmed' || name === 'newcomer' ? null : new Date(),
      suspended_at: name === 'suspended' ? new Date() : null,
      is_established: true,
    })
    .execute()
  await store.db
    .insertInto('auth_account')
    .values({
      id: uuidv7(),
      person_id: id,
      provider_id: 'credential',
      account_id: own('provider’s account id'),
      password: `scrypt$16384$8$5$${own('password hash')}$AAAA`,
      access_token: own('access token'),
      refresh_token: own('refresh token'),
      id_token: own('id token'),
      scope: 'email',
    })
    .execute()
  const token = own('session token')
  const session = { ip_address: `198.51.100.${100 + names.indexOf(name)}`, user_agent: `Browser ${own('user agent')}` }
  secrets.keep(`${name}: network address`, session.ip_address, [name])
  await store.db
    .insertInto('auth_session')
    .values({ id: uuidv7(), token, person_id: id, expires_at: new Date(Date.now() + 3_600_000), ...session })
    .execute()
  await store.db
    .insertInto('auth_verification')
    .values({ id: uuidv7(), identifier: own('confirmation’s subject'), value: own('confirmation code'), expires_at: new Date(Date.now() + 3_600_000) })
    .execute()
  const signature = createHmac('sha256', secret).update(token).digest('base64')
  secrets.keep(`${name}: cookie’s signature`, signature, [name])
  return { id, lastName, cookie: `holdout.session=${encodeURIComponent(`${token}.${signature}`)}` }
}

/** Creates a draft with a secret in every text, and other secrets in its previous version. */
async function aDraft(site: Site, secrets: Secrets, creator: Someone) {
  const shown = (what: string) => secrets.word(`draft: ${what}`, ['creator'], { atHome: true })
  const unseen = (what: string) => secrets.word(`draft: ${what}`, ['creator'])
  const cover = await upload(site, { who: creator, width: 300 })
  secrets.keep('draft: cover', cover.id, ['creator'], { atHome: true })
  secrets.keep('draft: cover’s preview', cover.placeholder.slice(-60), ['creator'], { atHome: true })
  const media = await site.store.db.selectFrom('media').select('content_hash').where('id', '=', cover.id).executeTakeFirstOrThrow()
  secrets.keep('draft: cover’s hash', media.content_hash, [])
  for (const ending of ['avif', 'webp', 'jpg']) {
    const picture = await fetch(`${site.origin}${cover.url.replace(/jpg$/, ending)}`, { headers: { cookie: creator.cookie } })
    secrets.keepBytes(Buffer.from(await picture.arrayBuffer()))
  }

  const earlier = unseen('what it said before')
  const body = {
    publish: false,
    target: { name: `Company ${unseen('target before')}` },
    title: `Working title ${unseen('title before')}`,
    summary: `Goal ${earlier}`,
  }
  const saved = await must(site, creator, { method: 'POST', path: '/campaigns', body: aCampaignBody(body), key: unseen('idempotency key') })
  secrets.keep('draft: its id', saved.id, ['creator'], { atHome: true })
  await must(site, creator, {
    method: 'PATCH',
    path: `/campaigns/${saved.id}`,
    body: {
      target: {
        name: `Company ${shown('target')}`,
        websiteUrl: `https://${unseen('target’s website')}.example/`,
        industry: { name: `Industry ${unseen('industry')}` },
      },
      title: `Secret title ${shown('title')}`,
      summary: `Secret goal ${shown('goal')}`,
      whyItMatters: `${shown('why')} ${aCampaignBody().whyItMatters}`,
      body: `Secret story ${shown('story')}`,
      sources: [{ url: `https://${shown('source’s address')}.example/`, description: `Source ${shown('source')}` }],
      causes: [{ name: `Cause ${shown('cause')}` }],
      actions: [`Secret action ${shown('action')}`],
      alternatives: [
        { name: `Shop ${shown('alternative')}`, url: `https://${shown('alternative’s address')}.example/`, note: `Note ${shown('alternative’s note')}` },
      ],
      impact: { mode: 'monetary', productService: `Product ${shown('product')}`, spendCents: 123, durationBasis: 'weekly' },
      coverMediaId: cover.id,
    },
  })
  // A draft has no slug, so its address contains its id.
  return { id: saved.id, slug: saved.id }
}

/** Creates campaigns that everybody may read, with details that nobody else may read. */
async function publicCampaigns(site: Site, secrets: Secrets, people: World['people']) {
  const { creator, author, moderator, supporter, pledger, unconfirmed } = people
  const early = secrets.word('a public campaign: what its draft said', ['creator'])
  const cover = await upload(site, { who: creator, width: 360 })
  const unused = await upload(site, { who: creator, width: 330 })
  secrets.keep('a picture that nothing shows', unused.id, ['creator'])
  const made = await must(site, creator, {
    method: 'POST',
    path: '/campaigns',
    body: aCampaignBody({ publish: false, summary: `Goal ${early}`, coverMediaId: cover.id }),
  })
  await must(site, creator, { method: 'PATCH', path: `/campaigns/${made.id}`, body: { summary: 'Pay everyone' } })
  const active = await must(site, creator, { method: 'POST', path: `/campaigns/${made.id}/publish`, body: {} })
  await must(site, creator, { method: 'PATCH', path: `/campaigns/${active.id}`, body: { whyItMatters: `Edited. ${aCampaignBody().whyItMatters}` } })
  for (const who of [supporter, unconfirmed]) await must(site, who, { method: 'PUT', path: `/campaigns/${active.id}/pledge`, body: { isPrivate: false } })
  await must(site, pledger, { method: 'PUT', path: `/campaigns/${active.id}/pledge`, body: { isPrivate: true } })

  const postComment = (who: Someone, body: string, parentId?: string) =>
    must(site, who, { method: 'POST', path: `/campaigns/${active.id}/comments`, body: { body, ...(parentId ? { parentId } : {}) } })
  const notified = await must(site, creator, { method: 'POST', path: `/campaigns/${active.id}/updates`, body: { body: 'They have asked us to talk.' } })
  const retracted = { title: `Too soon ${secrets.word('a deleted update’s title', [])}`, body: `Taken back: ${secrets.word('a deleted update', [])}` }
  const gone = await must(site, creator, { method: 'POST', path: `/campaigns/${active.id}/updates`, body: retracted })
  await must(site, creator, { method: 'DELETE', path: `/updates/${gone.id}` })

  const shown = await upload(site, { who: author, width: 340, purpose: 'attachment' })
  await must(site, author, { method: 'POST', path: `/campaigns/${active.id}/comments`, body: { body: 'Look.', mediaIds: [shown.id] } })
  const hidden = await upload(site, { who: author, width: 350, purpose: 'attachment' })
  secrets.keep('a removed comment’s picture', hidden.id, ['author'])
  secrets.keep('a removed comment’s picture’s preview', hidden.placeholder.slice(-60), ['author'])
  const pictured = await must(site, author, { method: 'POST', path: `/campaigns/${active.id}/comments`, body: { body: 'Do not look.', mediaIds: [hidden.id] } })
  await must(site, author, { method: 'DELETE', path: `/comments/${pictured.id}` })

  const removed = await postComment(author, `Taken back: ${secrets.word('a removed comment', [])}`)
  const edited = await postComment(author, `First said: ${secrets.word('a comment before its edit', [])}`)
  await must(site, author, { method: 'PATCH', path: `/comments/${edited.id}`, body: { body: 'Said better.' } })
  await postComment(author, 'An answer below it', removed.id)
  await must(site, pledger, { method: 'PUT', path: `/likes/campaign_comment/${edited.id}` })
  await must(site, author, { method: 'DELETE', path: `/comments/${removed.id}` })
  const moderated = await postComment(author, `Named: ${secrets.word('a comment hidden by a moderator', ['author', 'moderator', 'admin'])}`)
  const decision = { state: 'hidden', reason: `It names ${secrets.word('a moderator’s reason', ['author', 'moderator', 'admin'])}` }
  const { moderation } = await must(site, moderator, { method: 'PUT', path: `/comments/${moderated.id}/moderation`, body: decision })

  // A chat with a deleted message; the second chat, below, ends when its campaign is archived.
  const chat = (id: string, who: Someone, body: string) => must(site, who, { method: 'POST', path: `/campaigns/${id}/chat`, body: { body } })
  const takenBack = await chat(active.id, author, `Taken back: ${secrets.word('a deleted chat message', [])}`)
  await must(site, author, { method: 'DELETE', path: `/chat/${takenBack.id}` })
  await chat(active.id, creator, 'Hello everybody')

  await joinAndDelete(site, secrets, { leaver: people.leaver, campaignId: active.id })
  const victory = await must(site, creator, { method: 'POST', path: '/campaigns', body: aCampaignBody() })
  const archived = await must(site, creator, { method: 'POST', path: '/campaigns', body: aCampaignBody() })
  await chat(archived.id, author, `While it lasted: ${secrets.word('the chat of an archived campaign', [])}`)
  await hiddenContent({ db: site.store.db, secrets }, people, (who, method, path, body) => must(site, who, { method, path, body }))
  await reportedContent(secrets, { supporter: people.supporter, commentId: edited.id }, (who, method, path, body) => must(site, who, { method, path, body }))
  const forModerators = (what: string) => secrets.word(what, ['moderator', 'admin'])
  const selection = { campaignId: archived.id, formSeconds: 3 }
  const invalidation = { selection, reason: forModerators('the reason of an invalidation'), note: 'They were made automatically.' }
  await must(site, moderator, { method: 'POST', path: '/moderation/invalidations', body: invalidation })
  const why = (what: string) => `Because ${secrets.word(what, ['moderator', 'admin'])}`
  const statement = { statement: 'They pay everyone now.', reason: why('a moderator’s reason for a victory') }
  await must(site, moderator, { method: 'POST', path: `/campaigns/${victory.id}/victory`, body: statement })
  await must(site, moderator, { method: 'POST', path: `/campaigns/${archived.id}/archive`, body: { reason: why('a moderator’s reason for the archive') } })
  const decided = { decision: moderation?.decisionId ?? '' }
  return { campaigns: { active, victory, archived }, removedComment: removed.id, comment: edited.id, update: notified.id, ...decided }
}

/** A person joins, comments, publishes a campaign, creates a draft, and deletes the account. */
async function joinAndDelete(site: Site, secrets: Secrets, { leaver, campaignId }: { leaver: Someone; campaignId: string }): Promise<void> {
  const act = (method: string, path: string, body: unknown) => must(site, leaver, { method, path, body })
  await act('PUT', `/campaigns/${campaignId}/pledge`, {})
  await act('POST', `/campaigns/${campaignId}/comments`, { body: 'I was here.' })
  await act('POST', `/campaigns/${campaignId}/chat`, { body: 'Hello and goodbye' })
  const own = await act('POST', '/campaigns', aCampaignBody())
  await act('POST', `/campaigns/${own.id}/updates`, { body: 'It begins.' })
  await act('POST', '/campaigns', aCampaignBody({ publish: false, title: `Never begun ${secrets.word('leaver: a draft', [])}` }))
  const unused = await upload(site, { who: leaver, width: 320 })
  secrets.keep('leaver: a picture', unused.id, [])
  await act('DELETE', '/me', { phrase })
  const { address_key } = await site.store.db
    .selectFrom('pledge')
    .select('address_key')
    .where('person_id', '=', leaver.id)
    .where('campaign_id', '=', campaignId)
    .executeTakeFirstOrThrow()
  secrets.keep('leaver: what is kept of the address', String(address_key), [])
}

/** Inserts the rows that no API operation creates here. */
async function plantTheRest({ store }: Site, secrets: Secrets, { pledger, suspended, moderator, ...others }: World['people']): Promise<void> {
  // A pending join (`join_intention`) in a browser that none of the readers uses.
  const { campaign_id } = await store.db.selectFrom('pledge').select('campaign_id').where('person_id', '=', pledger.id).executeTakeFirstOrThrow()
  const way = `/campaigns/${secrets.word('a press on Join: the way back', [])}`
  const press = { id: uuidv7(), token_hash: '0'.repeat(64), campaign_id, is_private: true, return_to: way, expires_at: new Date(Date.now() + 3_600_000) }
  await store.db.insertInto('join_intention').values(press).execute()
  await plantSignals(store, secrets, { campaign_id, person_id: pledger.id })
  await store.db
    .insertInto('site_setting')
    .values({ name: secrets.word('a setting’s name', []), value: JSON.stringify(secrets.word('a setting', [])) })
    .execute()
  await store.db
    .insertInto('mail')
    .values({
      id: uuidv7(),
      kind: 'reset_password',
      address: `${secrets.word('a mail’s address', [])}@people.test`,
      letter: JSON.stringify({ subject: secrets.word('a mail', []), preheader: '', paragraphs: [] }),
      // Far in the future, so that it stays in the queue.
      next_try_at: new Date(Date.now() + 300 * 86_400_000),
      expires_at: new Date(Date.now() + 300 * 86_400_000),
    })
    .execute()
  const [endpoint, p256dh, auth] = ['a browser’s endpoint', 'a browser’s key', 'a browser’s secret'].map((what) => secrets.word(what, []))
  await store.db
    .insertInto('push_subscription')
    .values({ id: uuidv7(), person_id: pledger.id, endpoint: `https://push.test/${endpoint}`, p256dh: `${p256dh}`, auth: `${auth}` })
    .execute()
  await store.db
    .insertInto('refused_address')
    .values({ address: `${secrets.word('a refused address', [])}@people.test`, answer: `550 ${secrets.word('a mail server’s answer', [])}` })
    .execute()
  await store.db
    .insertInto('contact_submission')
    .values({
      id: uuidv7(),
      category: 'support',
      message: secrets.word('a message to the operator', []),
      email: `${secrets.word('its sender’s address', [])}@people.test`,
      name: secrets.word('its sender’s name', []),
      user_details: JSON.stringify({ display_name: secrets.word('its sender’s details', []) }),
    })
    .execute()
  await plantReports(store.db, secrets, others)
  const decided = { id: uuidv7(), subject_kind: 'person', subject_id: suspended.id, author_id: suspended.id, moderator_id: moderator.id, state: 'suspended' }
  await store.db.insertInto('moderation_decision').values(decided).execute()
  const words = secrets.word('the reason of a suspension', ['moderator', 'admin'])
  await store.db.insertInto('decision_words').values({ decision_id: decided.id, words, salt: uuidv7() }).execute()
  const details = JSON.stringify({ note: secrets.word('the audit log’s details', ['admin']) })
  const act = { id: uuidv7(), actor_id: moderator.id, action: 'person.suspended', subject_kind: 'person', subject_id: suspended.id, details }
  await store.db.insertInto('audit_log').values(act).execute()
  await store.db
    .insertInto('audit_words')
    .values({
      audit_id: act.id,
      words: secrets.word('a suspension’s reason', ['admin']),
      names: JSON.stringify({ name: secrets.word('a name in a record', ['admin']) }),
      salt: uuidv7(),
    })
    .execute()
}

/** Every id and slug in the database, and words that a reader might search for. */
async function valuesIn({ db }: Store): Promise<Value[]> {
  const { rows } = await sql<Value>`
    select id::text as value, 'id' as kind, case status when 'draft' then 'draft' else 'campaign' end as of from campaign union all select id::text, 'id', 'comment' from comment
    union all select id::text, 'id', 'person' from person union all select id::text, 'id', 'media' from media
    union all select id::text, 'id', 'update' from campaign_update union all select id::text, 'id', 'edit' from campaign_edit
    union all select id::text, 'id', 'message' from campaign_chat_message union all select id::text, 'id', privacy || ' community' from community
    union all select id::text, 'id', 'post' from community_post union all select id::text, 'id', 'invite' from community_invite
    union all select id::text, 'id', 'audit' from audit_log union all select id::text, 'id', 'session' from auth_session
    union all select id::text, 'id', 'target' from target union all select slug, 'slug', privacy || ' community' from community
    union all select slug, 'slug', 'campaign' from campaign where slug is not null union all select slug, 'slug', 'target' from target
    union all select slug, 'slug', 'industry' from industry union all select slug, 'slug', 'cause' from cause
    union all select '/media/' || id || '-' || width || '.' || ending, 'file', 'media' from media, unnest(array['avif', 'webp', 'jpg']) as ending
    union all select title, 'word', 'post' from community_post where title <> ''
    union all select name, 'word', 'target' from target union all select name, 'word', 'cause' from cause
    union all select draft_target_name, 'word', 'draft' from campaign where draft_target_name is not null
    union all select draft_industry_name, 'word', 'draft' from campaign where draft_industry_name is not null
    union all select c ->> 'new_cause_name', 'word', 'draft' from campaign, jsonb_array_elements(draft_causes) c
    union all select title, 'word', 'draft' from campaign where status = 'draft'
    union all select email, 'word', 'person' from person where counting_from is null and email is not null`.execute(db)
  return rows
}

type Upload = { who: Someone; width: number; purpose?: 'campaign_cover' | 'attachment' }
const upload = (site: Site, { who, width, purpose = 'campaign_cover' }: Upload) => uploadedTo(site.origin, who.cookie, { width, height: 200, purpose })

type Answered = { id: string; slug: string; moderation?: { decisionId: string } }
async function must(site: Site, who: Someone, call: { method: string; path: string; body?: unknown; key?: string }): Promise<Answered> {
  const { status, body } = await send(site, { ...call, path: `/api/v1${call.path}`, cookie: who.cookie })
  if (status > 299) throw new Error(`${call.method} ${call.path}: ${status} ${JSON.stringify(body)}`)
  return body
}
