import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { openHashing } from '#features/accounts/server/public.ts'
import { openMailListTokens } from '#features/notifications/mail-lists/server/public.ts'
import { anotherSession } from '#tests/support/accounts.ts'
import { plantCommunity, plantInvite, plantLink, plantPost, plantPostComment } from '#tests/support/communities.ts'
import { plantNotification } from '#tests/support/notifications.ts'
import { ownWords } from '#tests/support/own-words.ts'
import { aPicture } from '#tests/support/pictures.ts'
import { plantList } from '#tests/support/pledges.ts'
import { aCampaign, aPerson, call, left, type Person, theSite } from '#tests/support/site.ts'
import { uploaded } from '#tests/support/upload.ts'
import { plantHeld, plantInvalidation } from './held.ts'
import { plantClaim, plantStatement, plantWaitingClaim, representTarget } from './plant-claims.ts'
import { plantEntry, plantMerge, subjectsOf } from './plant-entries.ts'
import { plantCase, plantVisitorReport } from './plant-reports.ts'
import { type Actor, actors, type Kind } from './rights.ts'

export const password = 'the same passphrase for everybody'
export const absentId = '0197a000-0000-7000-8000-000000000000'

/** A thing that an operation is about. `slug` is the text that requests name it by besides its id: a slug, an email address, a token, a file name. */
export type Thing = { id: string; slug: string }
export type World = Awaited<ReturnType<typeof makeWorld>>

const worlds = (globalThis as { worlds?: WeakMap<object, Promise<World>> }).worlds ?? new WeakMap<object, Promise<World>>()
Object.assign(globalThis, { worlds })
/** The people and things of the table, created once for each site. */
export async function theWorld(): Promise<World> {
  const site = await theSite()
  const world = worlds.get(site) ?? makeWorld()
  worlds.set(site, world)
  return world
}

async function makeWorld() {
  const hash = await openHashing().hash(password)
  const people = await everybody(hash)
  // Small corrections need another administrator.
  await aPerson({ role: 'admin' })
  const { creator, author, supporter } = people
  if (!creator || !author || !supporter) throw new Error('The world has no creator, author or supporter')
  const picture = new Blob([new Uint8Array(await aPicture(60, 40))], { type: 'image/png' })

  const upload = async (who: Person, purpose: 'campaign_cover' | 'attachment' = 'campaign_cover') =>
    (await uploaded(who, { width: 60, height: 40, purpose })).id

  async function campaign(state: string, cover?: string): Promise<Thing> {
    if (state === 'absent') return { id: absentId, slug: 'never-was' }
    const made = await aCampaign(creator as Person, { publish: state !== 'draft', coverMediaId: cover ?? null })
    // One edit each, with the campaign's own id. No API operation creates an edit of a draft, so it is inserted.
    const { store } = await theSite()
    const changes = JSON.stringify({ title: { before: 'One', after: 'Two' } })
    await store.db.insertInto('campaign_edit').values({ id: made.id, campaign_id: made.id, changes }).execute()
    // One action gets the campaign's own id.
    await sql`update campaign_action set id = ${made.id} where campaign_id = ${made.id} and sort_order = 0`.execute(store.db)
    await plantList(store.db, made.id)
    if (state !== 'draft') await representTarget(made.id, author as Person)
    if (state !== 'draft') await must(supporter, 'PUT', `/campaigns/${made.id}/pledge`, {})
    if (state === 'victory') await must(creator, 'POST', `/campaigns/${made.id}/victory`, { statement: 'They pay everyone now.' })
    if (state === 'archived') await must(creator, 'POST', `/campaigns/${made.id}/archive`, {})
    return { id: made.id, slug: made.slug }
  }

  async function comment(state: string): Promise<Thing> {
    if (state === 'absent') return { id: absentId, slug: '' }
    if (state === 'in a draft') return plantComment((await campaign('draft')).id, author as Person)
    const { id } = await campaign('active')
    const said = await must(author, 'POST', `/campaigns/${id}/comments`, { body: ownWords('I have stopped buying there.') })
    if (state === 'removed') {
      // With a reply below it, the removed comment's place in the thread stays.
      await must(supporter, 'POST', `/campaigns/${id}/comments`, { body: ownWords('So have I.'), parentId: said.id })
      await must(author, 'DELETE', `/comments/${said.id}`)
    }
    if (state === 'comment, ended') await must(creator, 'POST', `/campaigns/${id}/archive`, {})
    return { id: said.id, slug: '' }
  }

  async function update(state: string): Promise<Thing> {
    if (state === 'absent') return { id: absentId, slug: '' }
    if (state === 'told in a draft') return plantUpdate((await campaign('draft')).id, creator as Person)
    const { id } = await campaign('active')
    const reported = await must(creator, 'POST', `/campaigns/${id}/updates`, { body: 'They have asked us to talk.' })
    if (state === 'update, ended') await must(creator, 'POST', `/campaigns/${id}/archive`, {})
    return { id: reported.id, slug: '' }
  }

  /** A picture on an update or on a comment, which may be removed afterwards. */
  async function attachment(state: string): Promise<Thing> {
    const { id } = await campaign('active')
    const owner = (state === 'of an update' ? creator : author) as Person
    const mediaId = await upload(owner, 'attachment')
    const said = await must(owner, 'POST', `/campaigns/${id}/${state === 'of an update' ? 'updates' : 'comments'}`, {
      body: ownWords('Look.'),
      mediaIds: [mediaId],
    })
    if (state === 'of a removed') await must(owner, 'DELETE', `/comments/${said.id}`)
    return { id: mediaId, slug: `${mediaId}-60.webp` }
  }

  async function message(state: string): Promise<Thing> {
    if (state === 'absent') return { id: absentId, slug: '' }
    if (state === 'in a draft') return plantMessage((await campaign('draft')).id, author as Person)
    const { id } = await campaign('active')
    const said = await must(author, 'POST', `/campaigns/${id}/chat`, { body: ownWords('Anybody here from Leeds?') })
    if (state === 'deleted') await must(author, 'DELETE', `/chat/${said.id}`)
    if (state === 'message, ended') await must(creator, 'POST', `/campaigns/${id}/archive`, {})
    return { id: said.id, slug: '' }
  }

  async function pictureThing(state: string): Promise<Thing> {
    if (state === 'absent') return { id: absentId, slug: `${absentId}-60.webp` }
    if (state === 'of an update' || state === 'of a comment' || state === 'of a removed') return attachment(state)
    const id = await upload(creator as Person)
    if (state !== 'of nothing') await campaign(state === 'of a draft' ? 'draft' : 'active', id)
    return { id, slug: `${id}-60.webp` }
  }

  async function cover(state: string, asker: Actor): Promise<Thing> {
    if (state === 'no cover') return { id: '', slug: '' }
    if (state === 'absent picture') return { id: absentId, slug: '' }
    const owner = state === 'own picture' ? people[asker] : asker === 'creator' ? people.stranger : creator
    return { id: owner && asker !== 'suspended' ? await upload(owner) : absentId, slug: '' }
  }

  async function account(state: string, asker: Actor): Promise<Thing> {
    const own = people[asker]
    if (state === 'absent' || (state === 'own' && !own)) return { id: '', slug: `${uuidv7()}@nobody.test` }
    const { id } = state === 'own' && own ? own : await withPassword(await aPerson(), hash)
    return { id, slug: `${id}@people.test` }
  }

  async function person(state: string): Promise<Thing> {
    if (state === 'absent') return { id: absentId, slug: '' }
    if (state === 'member') return { id: (author as Person).id, slug: '' }
    const leaver = await aPerson()
    await left(leaver)
    return { id: leaver.id, slug: '' }
  }

  const { id: linkable } = await aCampaign(creator)
  /** A new community of the creator, with the author as a member. */
  async function community(state: string): Promise<Thing> {
    if (state === 'absent') return { id: absentId, slug: 'never-was' }
    const privacy = state.startsWith('private') ? 'private' : 'public'
    return plantCommunity((await theSite()).store.db, { owner: (creator as Person).id, privacy, members: [{ id: (author as Person).id }] })
  }

  /** A new community and a person in it with this status. `slug` is the person's id. */
  async function access(state: string, status: 'active' | 'banned' | 'pending'): Promise<Thing> {
    if (state === 'absent') return { id: absentId, slug: absentId }
    const { db } = (await theSite()).store
    const person = await aPerson()
    const members = [{ id: (author as Person).id }, { id: person.id, status }]
    const privacy = status === 'pending' || state.startsWith('private') ? 'private' : 'public'
    const { id } = await plantCommunity(db, { owner: (creator as Person).id, privacy, members, approvesMembers: status === 'pending' })
    return { id, slug: person.id }
  }

  async function post(state: string): Promise<Thing> {
    const { id } = await community(state)
    return state === 'absent'
      ? { id, slug: '' }
      : { id: await plantPost((await theSite()).store.db, { communityId: id, authorId: (author as Person).id }), slug: '' }
  }

  async function postComment(state: string): Promise<Thing> {
    const { id: postId } = await post(state)
    if (state === 'absent') return { id: postId, slug: '' }
    return { id: await plantPostComment((await theSite()).store.db, { postId, authorId: (author as Person).id }), slug: '' }
  }

  async function invite(state: string): Promise<Thing> {
    const { id } = await community(state)
    return state === 'absent'
      ? { id, slug: '' }
      : { ...(await plantInvite((await theSite()).store.db, { communityId: id, by: (creator as Person).id })), slug: '' }
  }

  async function link(state: string): Promise<Thing> {
    const made = await community(state)
    if (state !== 'absent') await plantLink((await theSite()).store.db, { communityId: made.id, campaignId: linkable, by: (creator as Person).id })
    return made
  }
  const about = await subjectsOf(creator)
  const subject = (state: string, slug: string): Thing => ({ id: absentId, slug: state === 'absent' ? 'never-was' : slug })

  /** A session that is not used, like that of a second device. */
  async function session(state: string, asker: Actor): Promise<Thing> {
    const owner = state === 'own' ? people[asker] : asker === 'creator' ? people.stranger : creator
    if (state === 'absent' || !owner) return { id: absentId, slug: '' }
    const { sessionId } = await anotherSession(owner)
    return { id: sessionId, slug: '' }
  }

  async function notification(state: string, asker: Actor): Promise<Thing> {
    const owner = state === 'own' ? people[asker] : asker === 'creator' ? people.stranger : creator
    if (state === 'absent' || !owner) return { id: absentId, slug: '' }
    const id = await plantNotification((await theSite()).store.db, { personId: owner.id, type: 'campaign_victory', campaign_id: linkable })
    return { id, slug: '' }
  }

  /** Another moderator's decision about a comment of the author. `isAppealed`: the thing is the author's appeal against it. */
  async function decision(state: string, isAppealed: boolean): Promise<Thing> {
    if (state === 'absent') return { id: absentId, slug: '' }
    const { id } = await comment('comment')
    const body = { state: 'removed', reason: 'It names someone.' }
    const { decisionId } = (await call(await aPerson({ role: 'moderator' }), 'PUT', `/comments/${id}/moderation`, { body })).body.moderation
    return { id: isAppealed ? (await must(author, 'POST', `/decisions/${decisionId}/appeal`, { body: 'No.' })).id : decisionId, slug: '' }
  }

  const makers: Record<Kind, (state: string, asker: Actor) => Promise<Thing>> = {
    '-': async () => ({ id: '', slug: '' }),
    campaign: (state) => campaign(state),
    comment,
    thread: comment,
    update,
    message,
    picture: pictureThing,
    cover,
    account,
    person,
    session,
    notification,
    target: async (state) => subject(state, about.targets),
    industry: async (state) => subject(state, about.industries),
    cause: async (state) => subject(state, about.causes),
    community,
    membership: (state) => access(state, 'active'),
    ban: (state) => access(state, 'banned'),
    request: (state) => access(state, 'pending'),
    invite,
    post,
    'post comment': postComment,
    link,
    decision: (state) => decision(state, false),
    appeal: (state) => decision(state, true),
    claim: async (state) => (state === 'absent' ? { id: absentId, slug: '' } : plantClaim(author as Person)),
    'company link': async (state) => (state === 'absent' ? { id: '', slug: `${absentId}.x` } : plantClaim(author as Person)),
    'company statement': async (state) => (state === 'absent' ? campaign('absent') : plantStatement(await campaign('active'), author as Person)),
    entry: async (state) => (state === 'absent' ? { id: absentId, slug: '' } : plantEntry()),
    merge: async (state) => (state === 'absent' ? { id: absentId, slug: '' } : plantMerge()),
    'open claim': async (state) => (state === 'absent' ? { id: absentId, slug: '' } : plantWaitingClaim(author as Person)),
    invalidation: async (state) => (state === 'absent' ? { id: absentId, slug: '' } : plantInvalidation('stopped')),
    proposal: async (state) => (state === 'absent' ? { id: absentId, slug: '' } : plantInvalidation('proposed')),
    'held group': async (state) => (state === 'absent' ? { id: absentId, slug: '0'.repeat(32) } : plantHeld(await aPerson(), 'held')),
    'pledge in review': async (state, asker) => (state === 'absent' ? { id: absentId, slug: '' } : plantHeld(people[asker] ?? (await aPerson()), 'review')),
    suspension: async (state) => (state === 'absent' ? { id: absentId, slug: '' } : plantSuspension(people.moderator as Person)),
    'suspended person': async (state) => (state === 'absent' ? { id: absentId, slug: '' } : plantSuspended()),
    'visitor’s report': async (state) => ({ id: '', slug: state === 'absent' ? `${absentId}.x` : await plantVisitorReport((await comment('comment')).id) }),
    case: async (state) => (state === 'absent' ? { id: absentId, slug: '' } : { id: await plantCase((await comment('comment')).id), slug: '' }),
    'community case': async (state) => (state === 'absent' ? { id: absentId, slug: '' } : { id: await plantCase((await post(state)).id, 'post'), slug: '' }),
    job: async (state) => (state === 'absent' ? { id: absentId, slug: '' } : plantFailedMail()),
    'moderation page': async (state) => ({ id: '', slug: state === 'absent' ? 'never-was' : 'joins' }),
    'operators’ page': async (state) => ({ id: '', slug: state === 'absent' ? 'never-was' : 'jobs' }),
  }
  const known = new Map<string, Promise<Thing>>()
  return {
    people,
    /** The slugs of an active campaign's target, industry and cause. */
    about,
    /** An active campaign of the creator's, for communities to link. */
    linkable,
    /** The token as an email contains it. */
    mailListToken: openMailListTokens((await theSite()).config.authSecret).make({ personId: (await aPerson()).id, list: 'recommendations' }),
    upload,
    picture,
    /** A new thing that no other test uses. */
    fresh: (kind: Kind, state: string, asker: Actor): Promise<Thing> => makers[kind](state, asker),
    /** The same thing for all requests that only read or are refused. */
    known(kind: Kind, state: string, asker: Actor): Promise<Thing> {
      const isOwn = kind === 'cover' || kind === 'account' || kind === 'session' || kind === 'notification'
      const key = `${kind === 'thread' ? 'comment' : kind} ${state} ${isOwn ? asker : ''}`
      const found = known.get(key) ?? makers[kind](state, asker)
      known.set(key, found)
      return found
    },
  }
}

async function everybody(hash: string): Promise<Record<Actor, Person | null>> {
  const { store } = await theSite()
  const people = Object.fromEntries(
    await Promise.all(
      actors.map(async (actor) => {
        if (actor === 'visitor') return [actor, null]
        const person = await aPerson({ isCounted: actor !== 'unconfirmed' })
        const role = actor === 'moderator' || actor === 'admin' ? actor : 'member'
        await store.db
          .updateTable('person')
          // Old accounts, because those younger than a day cannot disconnect a pledge at once. Receipts need a confirmed address.
          .set({
            role,
            email_verified: actor !== 'unconfirmed',
            suspended_at: actor === 'suspended' ? new Date() : null,
            created_at: new Date(Date.now() - 7 * 86_400_000),
          })
          .where('id', '=', person.id)
          .execute()
        return [actor, await withPassword(person, hash)]
      }),
    ),
  )
  return people as Record<Actor, Person | null>
}

async function withPassword(person: Person, hash: string): Promise<Person> {
  const { store } = await theSite()
  await store.db
    .insertInto('auth_account')
    .values({ id: uuidv7(), person_id: person.id, provider_id: 'credential', account_id: person.id, password: hash })
    .execute()
  return person
}

/** No API operation creates a comment in a draft, so it is inserted: the rules must not rely on its absence. */
async function plantComment(campaignId: string, { id: authorId }: Person): Promise<Thing> {
  const { store } = await theSite()
  const id = uuidv7()
  await sql`
    insert into comment (id, campaign_id, author_id, root_id, depth, body, body_html)
    values (${id}, ${campaignId}, ${authorId}, ${id}, 0, 'Too early', '<p>Too early</p>')`.execute(store.db)
  return { id, slug: '' }
}

async function plantUpdate(campaignId: string, { id: creatorId }: Person): Promise<Thing> {
  const { store } = await theSite()
  const id = uuidv7()
  const words = { title: 'Too early', body: 'Too early', body_html: '<p>Too early</p>' }
  await store.db
    .insertInto('campaign_update')
    .values({ id, campaign_id: campaignId, creator_id: creatorId, ...words })
    .execute()
  return { id, slug: '' }
}

/** No API operation creates a chat message in a draft either. */
async function plantMessage(campaignId: string, { id: authorId }: Person): Promise<Thing> {
  const { store } = await theSite()
  const id = uuidv7()
  await store.db.insertInto('campaign_chat_message').values({ id, campaign_id: campaignId, author_id: authorId, body: 'Too early' }).execute()
  return { id, slug: '' }
}

/** `id` is that of the decision. */
async function plantSuspension({ id: moderator_id }: Person): Promise<Thing> {
  const { store } = await theSite()
  const [{ id: subject_id }, id] = [await plantSuspended(), uuidv7()]
  const decided = { subject_kind: 'person', subject_id, author_id: subject_id, state: 'suspended' }
  await store.db
    .insertInto('moderation_decision')
    .values({ id, moderator_id, ...decided })
    .execute()
  return { id, slug: '' }
}

async function plantSuspended(): Promise<Thing> {
  const { store } = await theSite()
  const { id } = await aPerson()
  await store.db.updateTable('person').set({ suspended_at: new Date() }).where('id', '=', id).execute()
  return { id, slug: '' }
}

/** Inserts an email whose delivery was given up, because no API operation makes an email fail. */
async function plantFailedMail(): Promise<Thing> {
  const { store } = await theSite()
  const [id, expires_at] = [uuidv7(), new Date(Date.now() + 86_400_000)]
  await store.db
    .insertInto('mail')
    .values({ id, kind: 'campaign_update', address: 'gone@people.test', letter: '{}', expires_at, next_try_at: expires_at, failed_at: new Date() })
    .execute()
  return { id, slug: '' }
}

async function must(who: Person | null, method: string, path: string, body?: unknown): Promise<{ id: string }> {
  const answer = await call(who, method, path, { body })
  if (answer.status > 299) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
  return answer.body
}
