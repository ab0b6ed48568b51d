import { randomUUID } from 'node:crypto'
import { anotherSession } from '#tests/support/accounts.ts'
import { aCampaignBody } from '#tests/support/campaign-body.ts'
import { ownWords } from '#tests/support/own-words.ts'
import { listedDay } from '#tests/support/pledges.ts'
import { silentBrowser } from '#tests/support/push-keys.ts'
import { type Person, theSite } from '#tests/support/site.ts'
import { type Input, type Raw, rawOf, send } from './clients.ts'
import { actsOnEntries } from './entry-acts.ts'
import { reportActs } from './report-acts.ts'
import type { Actor, Kind } from './rights.ts'
import { password, type Thing, type World } from './world.ts'

type ActContext = { world: World; actor: Actor; thing: Thing; state: string }

/** The kind of thing that an operation of the contract is about, and the input for it. */
export type ContractAct = { kind: Kind; input: (asked: ActContext) => Input }
/** The same for requests outside the contract. `send` is null for pages, which only the built product can answer. */
export type OtherAct = { kind: Kind; send: ((who: Person | null, asked: ActContext) => Promise<Raw>) | null; writes?: true }

const id: ContractAct['input'] = ({ thing }) => ({ id: thing.id })
const nothing: ContractAct['input'] = () => ({})
/** For operations about a person in or at a community, `slug` is the person's id. */
const someone: ContractAct['input'] = ({ thing }) => ({ id: thing.id, personId: thing.slug })

export const contractActs: Record<string, ContractAct> = {
  'blocks.list': { kind: '-', input: nothing },
  'blocks.get': { kind: 'person', input: ({ thing }) => ({ personId: thing.id }) },
  'blocks.set': { kind: 'person', input: ({ thing }) => ({ personId: thing.id, kind: 'mute' }) },
  'blocks.remove': { kind: 'person', input: ({ thing }) => ({ personId: thing.id }) },
  'campaigns.list': { kind: '-', input: () => ({ status: 'all', sort: 'newest', limit: 100 }) },
  'campaigns.recentlyWon': { kind: '-', input: nothing },
  'campaigns.mine': { kind: '-', input: () => ({ limit: 5 }) },
  'campaigns.get': { kind: 'campaign', input: ({ thing }) => ({ idOrSlug: thing.slug }) },
  'campaigns.create': { kind: 'cover', input: ({ thing }) => ({ ...aCampaignBody(), publish: false, ...(thing.id ? { coverMediaId: thing.id } : {}) }) },
  'campaigns.publish': { kind: 'campaign', input: id },
  'campaigns.update': { kind: 'campaign', input: ({ thing }) => ({ id: thing.id, whyItMatters: aCampaignBody().whyItMatters.toUpperCase() }) },
  'campaigns.editable': { kind: 'campaign', input: id },
  'campaigns.remove': { kind: 'campaign', input: id },
  'campaigns.declareVictory': { kind: 'campaign', input: ({ thing }) => ({ id: thing.id, statement: 'They pay everyone now.', reason: 'Seen in the news.' }) },
  'campaigns.archive': { kind: 'campaign', input: ({ thing }) => ({ id: thing.id, reason: 'The company is gone.' }) },
  'campaigns.setQuiet': { kind: 'campaign', input: ({ thing }) => ({ id: thing.id, every: 'hour' }) },
  'campaigns.moderate': { kind: 'campaign', input: ({ thing }) => ({ id: thing.id, state: 'hidden', reason: 'It accuses a person of a crime.' }) },
  'campaigns.history': { kind: 'campaign', input: id },
  'campaigns.historyEntry': { kind: 'campaign', input: ({ thing }) => ({ id: thing.id, editId: thing.id }) },
  'pledges.join': { kind: 'campaign', input: id },
  'pledges.setPrivate': { kind: 'campaign', input: ({ thing }) => ({ id: thing.id, isPrivate: true }) },
  'pledges.detach': { kind: 'campaign', input: id },
  'pledges.intentions': { kind: '-', input: nothing },
  'pledges.dropIntention': { kind: '-', input: () => ({ id: randomUUID() }) },
  'pledges.dismissNotice': { kind: '-', input: nothing },
  'pledges.get': { kind: 'campaign', input: id },
  'pledges.tick': { kind: 'campaign', input: ({ thing }) => ({ id: thing.id, actionId: thing.id }) },
  'pledges.untick': { kind: 'campaign', input: ({ thing }) => ({ id: thing.id, actionId: thing.id }) },
  'updates.reach': { kind: 'campaign', input: id },
  'updates.list': { kind: 'campaign', input: id },
  'updates.get': { kind: 'update', input: id },
  'updates.post': { kind: 'campaign', input: ({ thing }) => ({ id: thing.id, body: 'They have asked us to talk.' }) },
  'updates.remove': { kind: 'update', input: id },
  'updates.moderate': { kind: 'update', input: ({ thing }) => ({ id: thing.id, state: 'hidden', reason: 'It accuses a person of a crime.' }) },
  'supporters.growth': { kind: 'campaign', input: id },
  'supporters.csv': { kind: 'campaign', input: id },
  'count.get': { kind: 'campaign', input: id },
  'receipts.lists': { kind: 'campaign', input: id },
  'receipts.leaves': { kind: 'campaign', input: ({ thing }) => ({ id: thing.id, day: listedDay }) },
  'receipts.show': { kind: 'campaign', input: ({ thing }) => ({ id: thing.id, password }) },
  'comments.list': { kind: 'campaign', input: id },
  'comments.get': { kind: 'comment', input: id },
  'comments.thread': { kind: 'thread', input: id },
  'comments.post': { kind: 'campaign', input: ({ thing }) => ({ id: thing.id, body: ownWords('I shop next door now.') }) },
  'comments.listOfPost': { kind: 'post', input: id },
  'comments.postToPost': { kind: 'post', input: ({ thing }) => ({ id: thing.id, body: ownWords('So have I.') }) },
  'comments.likePostComment': { kind: 'post comment', input: id },
  'comments.unlikePostComment': { kind: 'post comment', input: id },
  'comments.edit': { kind: 'comment', input: ({ thing }) => ({ id: thing.id, body: 'I have not been there since.' }) },
  'comments.remove': { kind: 'comment', input: id },
  'comments.moderate': { kind: 'comment', input: ({ thing }) => ({ id: thing.id, state: 'hidden', reason: 'It names where a person lives.' }) },
  'comments.hide': { kind: 'comment', input: ({ thing }) => ({ id: thing.id, reason: 'It is about another company.' }) },
  'comments.show': { kind: 'comment', input: id },
  'comments.limit': { kind: 'campaign', input: ({ thing }) => ({ id: thing.id, isLocked: false, slowSeconds: 60, reason: 'Ten people quarrel here.' }) },
  'comments.like': { kind: 'comment', input: id },
  'comments.unlike': { kind: 'comment', input: id },
  'chat.list': { kind: 'campaign', input: id },
  'chat.post': { kind: 'campaign', input: ({ thing }) => ({ id: thing.id, body: ownWords('Anybody here from Leeds?') }) },
  'chat.remove': { kind: 'message', input: id },
  'chat.moderate': { kind: 'message', input: ({ thing }) => ({ id: thing.id, state: 'hidden', reason: 'It names where a person lives.' }) },
  'communities.list': { kind: '-', input: () => ({ sort: 'new', limit: 5 }) },
  'communities.trending': { kind: '-', input: nothing },
  'communities.tags': { kind: '-', input: nothing },
  'communities.get': { kind: 'community', input: ({ thing }) => ({ idOrSlug: thing.slug }) },
  'communities.slug': { kind: '-', input: () => ({ slug: 'shelf-watchers' }) },
  'communities.create': { kind: '-', input: () => ({ name: 'Shelf watchers', slug: `s-${randomUUID().slice(-12)}`, description: 'We look at shelves.' }) },
  'communities.update': { kind: 'community', input: ({ thing }) => ({ id: thing.id, description: 'We look at shelves, and write down what is there.' }) },
  'communities.remove': { kind: 'community', input: id },
  'profiles.moderate': { kind: 'person', input: ({ thing }) => ({ id: thing.id, state: 'hidden', reason: 'The picture shows where a person lives.' }) },
  'profiles.removeName': { kind: 'person', input: ({ thing }) => ({ id: thing.id, reason: 'The name accuses a person of a crime.' }) },
  'pictures.moderate': { kind: 'picture', input: ({ thing }) => ({ id: thing.id, state: 'hidden', reason: 'It shows where a person lives.' }) },
  'communities.moderate': { kind: 'community', input: ({ thing }) => ({ id: thing.id, state: 'hidden', reason: 'It accuses a person of a crime.' }) },
  'communities.join': { kind: 'community', input: id },
  'communities.leave': { kind: 'community', input: id },
  'communities.mine': { kind: '-', input: () => ({ of: 'joined', limit: 3 }) },
  'communities.ofPerson': { kind: 'person', input: ({ thing }) => ({ id: thing.id, of: 'joined', limit: 3 }) },
  'communityMembers.list': { kind: 'community', input: id },
  'communityMembers.setRole': { kind: 'membership', input: (asked) => ({ ...someone(asked), role: 'mod' }) },
  'communityMembers.remove': { kind: 'membership', input: someone },
  'communityMembers.transfer': { kind: 'membership', input: someone },
  'communityMembers.ban': { kind: 'membership', input: someone },
  'communityMembers.unban': { kind: 'ban', input: someone },
  'communityMembers.mute': { kind: 'membership', input: (asked) => ({ ...someone(asked), days: 7, reason: 'The same remark under every post.' }) },
  'communityMembers.unmute': { kind: 'membership', input: someone },
  'communityMembers.muted': { kind: 'community', input: id },
  'communityMembers.banned': { kind: 'community', input: id },
  'communityMembers.requests': { kind: 'community', input: id },
  'communityMembers.approve': { kind: 'request', input: someone },
  'communityMembers.decline': { kind: 'request', input: someone },
  'communityMembers.invites': { kind: 'community', input: id },
  'communityMembers.invite': { kind: 'community', input: id },
  'communityMembers.withdraw': { kind: 'invite', input: id },
  'communityPosts.list': { kind: 'community', input: id },
  'communityPosts.get': { kind: 'post', input: id },
  'communityPosts.post': { kind: 'community', input: ({ thing }) => ({ id: thing.id, body: ownWords('The shop next door has it too.') }) },
  'communityPosts.edit': { kind: 'post', input: ({ thing }) => ({ id: thing.id, body: 'The shop next door has it too, and cheaper.' }) },
  'communityPosts.mark': { kind: 'post', input: ({ thing }) => ({ id: thing.id, isPinned: true }) },
  'communityPosts.remove': { kind: 'post', input: id },
  'communityPosts.moderate': { kind: 'post', input: ({ thing }) => ({ id: thing.id, state: 'hidden', reason: 'It names where a person lives.' }) },
  'communityPosts.like': { kind: 'post', input: id },
  'communityPosts.unlike': { kind: 'post', input: id },
  'communityCampaigns.list': { kind: 'community', input: id },
  'communityCampaigns.link': { kind: 'community', input: ({ thing, world }) => ({ id: thing.id, campaignId: world.linkable }) },
  'communityCampaigns.unlink': { kind: 'link', input: ({ thing, world }) => ({ id: thing.id, campaignId: world.linkable }) },
  'communityCampaigns.behind': { kind: 'campaign', input: id },
  'search.preview': { kind: '-', input: () => ({ q: 'water' }) },
  'search.find': { kind: '-', input: () => ({ q: 'water', limit: 3 }) },
  'search.tags': { kind: '-', input: () => ({}) },
  'targets.list': { kind: '-', input: () => ({ limit: 3 }) },
  'targets.counts': { kind: '-', input: nothing },
  'targets.get': { kind: '-', input: ({ world }) => ({ slug: world.about.targets }) },
  'industries.list': { kind: '-', input: () => ({ limit: 3 }) },
  'industries.get': { kind: '-', input: ({ world }) => ({ slug: world.about.industries }) },
  'causes.list': { kind: '-', input: () => ({ limit: 3 }) },
  'causes.get': { kind: '-', input: ({ world }) => ({ slug: world.about.causes }) },
  'subjects.named': { kind: '-', input: () => ({ kind: 'targets', name: 'A name' }) },
  'subjects.around': { kind: '-', input: ({ world }) => ({ kind: 'targets', slug: world.about.targets }) },
  'subjects.activity': { kind: '-', input: ({ world }) => ({ kind: 'causes', slug: world.about.causes }) },
  'subjects.growth': { kind: '-', input: ({ world }) => ({ kind: 'industries', slug: world.about.industries }) },
  'subjects.impact': { kind: '-', input: ({ world }) => ({ slug: world.about.targets }) },
  'liveStats.stats': { kind: '-', input: nothing },
  'contact.send': { kind: '-', input: () => ({ category: 'general', message: 'Who is behind this?', email: 'reader@people.test' }) },
  'mailLists.get': { kind: '-', input: ({ world }) => ({ token: world.mailListToken }) },
  'dashboard.get': { kind: '-', input: nothing },
  'dashboard.news': { kind: '-', input: () => ({ since: '2026-01-01T00:00:00Z' }) },
  'dashboard.pledges': { kind: '-', input: () => ({ limit: 3 }) },
  'profiles.get': { kind: 'person', input: id },
  'profiles.campaigns': { kind: 'person', input: id },
  'profiles.pledges': { kind: 'person', input: id },
  'accounts.me': { kind: '-', input: nothing },
  'accounts.suspension': { kind: 'suspension', input: id },
  'accounts.ways': { kind: '-', input: nothing },
  'accounts.unlink': { kind: '-', input: () => ({ provider: 'google' }) },
  'notifications.list': { kind: '-', input: () => ({ limit: 3 }) },
  'notifications.unread': { kind: '-', input: nothing },
  'notifications.mark': { kind: 'notification', input: ({ thing }) => ({ id: thing.id, isRead: true }) },
  'notifications.readAll': { kind: '-', input: nothing },
  'settings.get': { kind: '-', input: nothing },
  'settings.change': { kind: '-', input: () => ({ bio: 'I buy next door.', notifications: { dms: false } }) },
  'settings.sessions': { kind: '-', input: nothing },
  'settings.endSession': { kind: 'session', input: id },
  'settings.endOtherSessions': { kind: '-', input: nothing },
  'settings.export': { kind: '-', input: nothing },
  // The new password equals the old one, because later requests still need it.
  'settings.changePassword': { kind: '-', input: () => ({ current: password, next: password }) },
  'push.get': { kind: '-', input: nothing },
  'push.add': { kind: '-', input: silentBrowser },
  'push.remove': { kind: '-', input: () => ({ endpoint: silentBrowser().endpoint }) },
  'leaving.deleteAccount': { kind: '-', input: () => ({ phrase: 'delete my account' }) },
  'jobs.overview': { kind: '-', input: nothing },
  'jobs.failed': { kind: '-', input: () => ({ limit: 3 }) },
  'jobs.log': { kind: '-', input: () => ({ limit: 3 }) },
  'jobs.retry': { kind: 'job', input: ({ thing }) => ({ queue: 'mail', id: thing.id }) },
  'switches.list': { kind: '-', input: nothing },
  'switches.set': {
    kind: '-',
    input: () => ({ name: 'banner', isOn: true, text: 'We are moving to a new server tonight.', reason: 'The move was announced.' }),
  },
  'jobs.drop': { kind: 'job', input: ({ thing }) => ({ queue: 'mail', id: thing.id }) },
  'pledges.askLook': { kind: 'pledge in review', input: id },
  'corrections.joins': { kind: '-', input: () => ({}) },
  'corrections.preview': { kind: '-', input: () => ({ mailDomain: 'nowhere.test' }) },
  'corrections.list': { kind: '-', input: nothing },
  'corrections.start': { kind: '-', input: () => ({ selection: { formSeconds: 3 }, reason: 'Copies', note: 'They were copies.' }) },
  'corrections.stop': { kind: 'invalidation', input: id },
  'corrections.undo': { kind: 'invalidation', input: ({ thing }) => ({ id: thing.id, reason: 'They wrote to us', note: 'They were genuine.' }) },
  'corrections.held': { kind: '-', input: nothing },
  'corrections.letIn': { kind: 'held group', input: ({ thing }) => ({ campaignId: thing.id, network: thing.slug, reason: 'They wrote to us' }) },
  'corrections.reject': { kind: 'held group', input: ({ thing }) => ({ campaignId: thing.id, network: thing.slug, reason: 'Copies' }) },
  'people.list': { kind: '-', input: () => ({ limit: 3 }) },
  'people.signUps': { kind: '-', input: nothing },
  'people.roleChanges': { kind: '-', input: nothing },
  'people.address': { kind: 'suspended person', input: ({ thing }) => ({ id: thing.id, reason: 'The police asked.' }) },
  'people.suspend': {
    kind: 'suspended person',
    input: ({ thing }) => ({ id: thing.id, days: 3, rule: 'private_details', reason: 'They posted an address.', hidesContent: true }),
  },
  'people.lift': { kind: 'suspended person', input: ({ thing }) => ({ id: thing.id, reason: 'They apologised.' }) },
  'people.setRole': { kind: 'suspended person', input: ({ thing }) => ({ id: thing.id, role: 'moderator', reason: 'They have helped for a year.' }) },
  'reports.send': { kind: 'comment', input: ({ thing }) => ({ kind: 'comment', id: thing.id, reason: 'harassment', details: 'It names where I live.' }) },
  'reports.confirm': { kind: 'visitor’s report', input: ({ thing }) => ({ token: thing.slug }) },
  'reports.subject': { kind: 'comment', input: ({ thing }) => ({ kind: 'comment', id: thing.id }) },
  'appeals.statement': { kind: 'decision', input: id },
  'delivered.about': { kind: 'recorded decision', input: id },
  'appeals.send': { kind: 'decision', input: ({ thing }) => ({ id: thing.id, body: 'I named no person.' }) },
  'appeals.open': { kind: '-', input: nothing },
  'appeals.decide': { kind: 'appeal', input: ({ thing }) => ({ id: thing.id, outcome: 'declined', reason: 'It does name a person.' }) },
  'entries.list': { kind: '-', input: nothing },
  'entries.count': { kind: '-', input: nothing },
  'entries.verify': { kind: 'entry', input: id },
  ...actsOnEntries,
  ...reportActs,
  'replies.representation': { kind: 'target', input: ({ thing }) => ({ slug: thing.slug }) },
  'replies.claim': { kind: 'target', input: ({ thing }) => ({ slug: thing.slug, domain: 'flickermoor.example' }) },
  'replies.checkDns': { kind: 'claim', input: id },
  'replies.sendLink': { kind: 'claim', input: ({ thing }) => ({ id: thing.id, address: 'press@flickermoor.example' }) },
  'replies.confirm': { kind: 'company link', input: ({ thing }) => ({ link: thing.slug }) },
  'replies.withdraw': { kind: 'claim', input: id },
  'replies.claims': { kind: '-', input: nothing },
  'replies.confirmDomain': { kind: 'open claim', input: ({ thing }) => ({ slug: thing.slug || 'never-was', domain: 'flickermoor.example', takesMail: true }) },
  'replies.postStatement': { kind: 'campaign', input: ({ thing }) => ({ id: thing.id, body: 'We have read it.' }) },
  'replies.statement': { kind: 'company statement', input: id },
  'replies.moderate': { kind: 'company statement', input: ({ thing }) => ({ id: thing.id, state: 'hidden', reason: 'It is advertising.' }) },
  'replies.request': { kind: 'campaign', input: id },
  'replies.ask': { kind: 'campaign', input: ({ thing }) => ({ id: thing.id, address: `press-${thing.id}@flickermoor.example` }) },
  'replies.decide': { kind: 'open claim', input: ({ thing }) => ({ id: thing.id, outcome: 'declined', reason: 'It is a look-alike.' }) },
  'queue.list': { kind: '-', input: nothing },
  'queue.keep': { kind: 'comment', input: ({ thing }) => ({ kind: 'comment', id: thing.id }) },
  'queue.warn': { kind: 'comment', input: ({ thing }) => ({ kind: 'comment', id: thing.id, reason: 'It insults a reader.' }) },
  'queue.claim': { kind: 'case', input: ({ thing }) => ({ id: thing.id }) },
  'queue.release': { kind: 'case', input: ({ thing }) => ({ id: thing.id }) },
  'queue.summary': { kind: '-', input: nothing },
  'reports.mine': { kind: '-', input: () => ({ limit: 3 }) },
  'media.upload': { kind: '-', input: ({ world }) => ({ purpose: 'campaign_cover', file: new File([world.picture], 'cover.png', { type: 'image/png' }) }) },
  'media.generate': { kind: '-', input: () => ({ title: 'No parcels from Globex', target: 'Globex' }) },
}

const auth = (who: Person | null, path: string, body: object) => send(who, { method: 'POST', path: `/api/auth/${path}`, body: JSON.stringify(body) })
const get = (path: string) => (who: Person | null) => send(who, { path })
const page = (kind: Kind): OtherAct => ({ kind, send: null })

export const otherActs: Record<string, OtherAct> = {
  'auth.sign-up': {
    kind: 'account',
    send: (who, { thing }) => auth(who, 'sign-up/email', { name: 'Some Body', email: thing.slug, password: 'quite another passphrase' }),
    writes: true,
  },
  'auth.sign-in': {
    kind: 'account',
    // Signing in ends the session that the request is sent with, so it is sent with another session than the actor's own.
    send: async (who, { thing, state }) =>
      auth(who && (await anotherSession(who)), 'sign-in/email', { email: thing.slug, password: state === 'foreign' ? 'not the passphrase' : password }),
    writes: true,
  },
  'auth.sign-out': { kind: '-', send: async (who) => auth(who && (await anotherSession(who)), 'sign-out', {}), writes: true },
  'auth.get-session': { kind: '-', send: get('/api/auth/get-session') },
  'auth.request-password-reset': { kind: '-', send: (who) => auth(who, 'request-password-reset', { email: `${randomUUID()}@people.test` }), writes: true },
  'auth.send-confirmation': {
    kind: '-',
    async send(who) {
      // Earlier operations of the table have used up the hourly limit of emails to one mailbox.
      await (await theSite()).store.db.deleteFrom('rate_limit').execute()
      return auth(who, 'send-confirmation', {})
    },
    writes: true,
  },
  'auth.change-email': {
    kind: '-',
    send: (who) => auth(who, 'change-email', { email: `${randomUUID()}@people.test`, password: password }),
    writes: true,
  },
  '/media/{file}': { kind: 'picture', send: (who, { thing }) => send(who, { path: `/media/${thing.slug}` }) },
  'live stats': { kind: '-', send: (who) => reported(who, 'stats') },
  'live me': { kind: '-', send: (who) => reported(who, 'me') },
  'live campaign': { kind: 'campaign', send: (who, { thing }) => reported(who, `campaign:${thing.id}`) },
  'live chat': { kind: 'campaign', send: (who, { thing }) => reported(who, `chat:${thing.id}`) },
  'live talk': { kind: 'campaign', send: (who, { thing }) => reported(who, `talk:${thing.id}`) },
  'live community': { kind: 'community', send: (who, { thing }) => reported(who, `community:${thing.id}`) },
  'live post': { kind: 'post', send: (who, { thing }) => reported(who, `post:${thing.id}`) },
  'page /': page('-'),
  'page /auth': page('-'),
  'page /campaigns': page('-'),
  'page /campaigns/create': page('-'),
  'page /campaigns/{slug}': page('campaign'),
  'page /campaigns/{slug}/admin': page('campaign'),
  'page /campaigns/{slug}/edit': page('campaign'),
  'page /campaigns/{slug}/history': page('campaign'),
  'page /campaigns/{slug}/proof': page('campaign'),
  'page /campaigns/{slug}/statement': page('company statement'),
  'page /campaigns/{slug}/ask': page('campaign'),
  'page /communities': page('-'),
  'page /communities/create': page('-'),
  'page /communities/{slug}': page('community'),
  'page /communities/{slug}/edit': page('community'),
  'page /explore': page('-'),
  'page /explore/targets': page('-'),
  'page /explore/industries': page('-'),
  'page /explore/causes': page('-'),
  'page /targets': page('-'),
  'page /targets/{slug}': page('target'),
  'page /targets/{slug}/represent': page('target'),
  'page /represent/{token}': page('-'),
  'page /industries': page('-'),
  'page /industries/{slug}': page('industry'),
  'page /causes': page('-'),
  'page /causes/{slug}': page('cause'),
  'page /about': page('-'),
  'page /contact': page('-'),
  'page /confirm/{token}': page('-'),
  'page /unsubscribe/{token}': page('-'),
  'page /terms': page('-'),
  'page /rules': page('-'),
  'page /transparency': page('-'),
  'page /privacy': page('-'),
  'page /legal': page('-'),
  'page /accessibility': page('-'),
  'page /search': page('-'),
  'page /settings': page('-'),
  'page /dashboard': page('-'),
  'page /dashboard/pledges': page('-'),
  'page /notifications': page('-'),
  'page /report': page('-'),
  'page /reports': page('-'),
  'page /statement/{id}': page('decision'),
  'page /u/{id}': page('person'),
  'page /profile/{id}': page('person'),
  'page /moderation': page('-'),
  'page /moderation/{page}': page('moderation page'),
  'page /operator/{page}': page('operators’ page'),
  '/api/openapi.json': { kind: '-', send: get('/api/openapi.json') },
  '/healthz': { kind: '-', send: get('/healthz') },
  '/readyz': { kind: '-', send: get('/readyz') },
  '/metrics': { kind: '-', send: get('/metrics') },
  '/api/page-views': { kind: '-', send: (who) => send(who, { method: 'POST', path: '/api/page-views', body: '/campaigns/$slug' }) },
  '/unsubscribe/{token}': {
    kind: '-',
    send: (who, { world }) =>
      send(who, {
        method: 'POST',
        path: `/unsubscribe/${world.mailListToken}`,
        body: 'List-Unsubscribe=One-Click',
        headers: { origin: 'https://mail.example', 'content-type': 'application/x-www-form-urlencoded' },
      }),
    writes: true,
  },
  '/campaigns/{id}/join': {
    kind: 'campaign',
    async send(who, { thing }) {
      const headers = { 'content-type': 'application/x-www-form-urlencoded' }
      const raw = await send(who, { method: 'POST', path: `/campaigns/${thing.id}/join`, body: 'shown=yes', headers })
      // The redirect contains the requested id, whether or not such a campaign exists.
      return { ...raw, headers: { ...raw.headers, ...(raw.headers.location && { location: raw.headers.location.replace(thing.id, 'ID') }) } }
    },
    writes: true,
  },
  '/notifications/read-all': {
    kind: '-',
    send: (who) =>
      send(who, { method: 'POST', path: '/notifications/read-all', body: 'through=', headers: { 'content-type': 'application/x-www-form-urlencoded' } }),
    writes: true,
  },
  '/report': {
    kind: '-',
    send: (who) =>
      send(who, { method: 'POST', path: '/report', body: 'kind=comment&id=none', headers: { 'content-type': 'application/x-www-form-urlencoded' } }),
  },
  '/appeal': {
    kind: '-',
    send: (who) => send(who, { method: 'POST', path: '/appeal', body: 'id=none&body=No', headers: { 'content-type': 'application/x-www-form-urlencoded' } }),
  },
  '/robots.txt': { kind: '-', send: get('/robots.txt') },
  '/.well-known/security.txt': { kind: '-', send: get('/.well-known/security.txt') },
  '/sitemap.xml': { kind: '-', send: get('/sitemap.xml') },
  '/sitemaps/{file}': { kind: '-', send: get('/sitemaps/pages.xml') },
}

/** The events with which a stream of this topic begins; they end with the position from which the stream continues. */
export async function reported(who: Person | null, topic: string): Promise<Raw> {
  const ended = new AbortController()
  const response = await fetch(`${(await theSite()).origin}/api/v1/live?topics=${topic}`, { headers: who ? { cookie: who.cookie } : {}, signal: ended.signal })
  let received = ''
  const decoder = new TextDecoder()
  for await (const chunk of response.body ?? []) {
    received += decoder.decode(chunk, { stream: true })
    if (/^event: (position|reset)\n(.+\n)+\n/m.test(received)) break
  }
  ended.abort()
  const text = received
    .split('\n\n')
    .filter((event) => /^event: (change|said)$/m.test(event))
    .join('\n\n')
  return { ...(await rawOf(new Response(null, { status: response.status, headers: response.headers }))), text }
}
