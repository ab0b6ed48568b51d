import { implement } from '@orpc/server'
import { isOwner, mayActOn, mayModerate } from '#features/communities/policy.ts'
import { communityAccess, isMailboxBanned, newKeysOf, requireInside, roleOf } from '#features/communities/server/public.ts'
import { reasonProblems } from '#features/moderation/policy.ts'
import { recordEvent, removePrivateNotifications } from '#features/notifications/server/public.ts'
import { refuseFields } from '#platform/server/refuse.ts'
import { anyone, signedIn } from '#platform/server/rpc.ts'
import { normalized } from '#platform/text.ts'
import { communityMembersContract } from '../contract.ts'
import { actOnMember } from './act.ts'
import { approveMember, auditMember, banPerson, endMembership, endMute, lockAccount, mutePerson, setRoleOf, withdrawInvitesOf } from './act-on-member.ts'
import { makeInvite, withdrawInvite } from './invites.ts'
import { membersOf } from './members.ts'
import type { MembersContext } from './members-context.ts'
import { invitesOf, mutedIn, waitingCount, waitingIn } from './queries.ts'
import { transferTo } from './transfer.ts'

const os = implement(communityMembersContract).$context<MembersContext>()

const list = os.list.use(anyone).handler(async ({ context, input, errors }) => {
  const { db, viewer } = context
  const { id: communityId, ...page } = input
  await requireInside(db, { id: communityId, viewer }, errors)
  return membersOf(db, { communityId, ...page, viewer })
})

const setRole = os.setRole.use(signedIn).handler(({ context, input, errors }) => {
  const { role, ...someone } = input
  return actOnMember(context, {
    input: someone,
    errors,
    may: (community) => isOwner(community) || errors.OWNER_ONLY(),
    act: async (tx, { community, place, member }) => {
      if (member?.status !== 'active') throw errors.NOT_A_MEMBER()
      if (!mayActOn(community, { role: roleOf(member.role) })) throw errors.OWNER_STAYS()
      await setRoleOf(tx, { ...place, role })
      if (role === 'member') await withdrawInvitesOf(tx, place)
    },
  })
})

const remove = os.remove.use(signedIn).handler(({ context, input, errors }) =>
  actOnMember(context, {
    input,
    errors,
    may: (community) => mayModerate(community) || errors.MODERATORS_ONLY(),
    act: async (tx, { community, place, member }) => {
      // A request or a ban is not a membership, so it is not removed here.
      if (member?.status !== 'active') return
      if (!mayActOn(community, { role: roleOf(member.role) })) throw member.role === 'owner' ? errors.OWNER_STAYS() : errors.OWNER_ONLY()
      await endMembership(tx, place)
      await withdrawInvitesOf(tx, place)
      if (community.privacy !== 'public') await removePrivateNotifications(tx, place)
    },
  }),
)

const transfer = os.transfer.use(signedIn).handler(({ context, input, errors }) => transferTo(context, { input, errors }))

const ban = os.ban.use(signedIn).handler(({ context, input, errors }) =>
  actOnMember(context, {
    input,
    errors,
    may: (community) => mayModerate(community) || errors.MODERATORS_ONLY(),
    act: async (tx, { community, place, member }) => {
      if (member?.status === 'banned') return
      if (member && !mayActOn(community, { role: roleOf(member.role) })) throw member.role === 'owner' ? errors.OWNER_STAYS() : errors.OWNER_ONLY()
      if (!(await lockAccount(tx, place.personId))) throw errors.NOT_A_MEMBER()
      await banPerson(tx, { ...place, keys: await newKeysOf(tx, { ...place, communityKeys: context.communityKeys }) })
      await auditMember(tx, place, { actorId: context.viewer.id, privacy: community.privacy, act: 'ban' })
      await withdrawInvitesOf(tx, place)
      if (community.privacy !== 'public') await removePrivateNotifications(tx, place)
    },
  }),
)

const unban = os.unban.use(signedIn).handler(({ context, input, errors }) =>
  actOnMember(context, {
    input,
    errors,
    may: (community) => mayModerate(community) || errors.MODERATORS_ONLY(),
    act: async (tx, { community, place, member }) => {
      if (member?.status !== 'banned') return
      await endMembership(tx, place)
      await auditMember(tx, place, { actorId: context.viewer.id, privacy: community.privacy, act: 'unban' })
    },
  }),
)

const mute = os.mute.use(signedIn).handler(({ context, input: { days, reason, ...someone }, errors }) =>
  actOnMember(context, {
    input: someone,
    errors,
    may: (community) => mayModerate(community) || errors.MODERATORS_ONLY(),
    act: async (tx, { community, place, member }) => {
      if (member && !mayActOn(community, { role: roleOf(member.role) })) throw member.role === 'owner' ? errors.OWNER_STAYS() : errors.OWNER_ONLY()
      if (!(await lockAccount(tx, place.personId))) throw errors.NOT_A_MEMBER()
      refuseFields(reasonProblems(reason))
      const keys = await newKeysOf(tx, { ...place, communityKeys: context.communityKeys })
      const why = normalized(reason)
      await mutePerson(tx, { ...place, keys, days, reason: why })
      await auditMember(tx, place, { actorId: context.viewer.id, privacy: community.privacy, act: 'mute', days, reason: why })
    },
  }),
)

const unmute = os.unmute.use(signedIn).handler(({ context, input, errors }) =>
  actOnMember(context, {
    input,
    errors,
    may: (community) => mayModerate(community) || errors.MODERATORS_ONLY(),
    act: async (tx, { community, place }) => {
      if (await endMute(tx, place)) await auditMember(tx, place, { actorId: context.viewer.id, privacy: community.privacy, act: 'unmute' })
    },
  }),
)

const muted = os.muted.use(signedIn).handler(async ({ context, input, errors }) => {
  const { id: communityId, ...page } = input
  const community = await communityAccess(context.db, { id: communityId, viewer: context.viewer })
  if (!community) throw errors.NOT_FOUND()
  if (!mayModerate(community)) throw errors.MODERATORS_ONLY()
  return mutedIn(context.db, { communityId, ...page })
})

const banned = os.banned.use(signedIn).handler(async ({ context, input, errors }) => {
  const { id: communityId, ...page } = input
  const community = await communityAccess(context.db, { id: communityId, viewer: context.viewer })
  if (!community) throw errors.NOT_FOUND()
  if (!mayModerate(community)) throw errors.MODERATORS_ONLY()
  return waitingIn(context.db, { communityId, ...page, status: 'banned', order: 'newest first' })
})

const requests = os.requests.use(signedIn).handler(async ({ context, input, errors }) => {
  const { db, viewer } = context
  const { id: communityId, ...page } = input
  const community = await communityAccess(db, { id: communityId, viewer })
  if (!community) throw errors.NOT_FOUND()
  if (!mayModerate(community)) throw errors.MODERATORS_ONLY()
  const [waiting, total] = await Promise.all([
    waitingIn(db, { communityId, ...page, status: 'pending', order: 'longest first' }),
    waitingCount(db, communityId),
  ])
  return { ...waiting, total }
})

const approve = os.approve.use(signedIn).handler(({ context, input, errors }) =>
  actOnMember(context, {
    input,
    errors,
    may: (community) => mayModerate(community) || errors.MODERATORS_ONLY(),
    act: async (tx, { place, member }) => {
      if (member?.status === 'active') return
      if (member?.status !== 'pending') throw errors.NOT_WAITING()
      // Another account with the same mailbox was banned since the request. The request ends without a word that links the two.
      if (await isMailboxBanned(tx, { ...place, communityKeys: context.communityKeys })) return endMembership(tx, place)
      await approveMember(tx, place)
      await recordEvent(tx, { type: 'community_join_approved', communityId: place.communityId, recipientId: place.personId, actorId: context.viewer.id })
    },
  }),
)

const decline = os.decline.use(signedIn).handler(({ context, input, errors }) =>
  actOnMember(context, {
    input,
    errors,
    may: (community) => mayModerate(community) || errors.MODERATORS_ONLY(),
    act: async (tx, { place, member }) => {
      if (member?.status === 'pending') await endMembership(tx, place)
    },
  }),
)

const invites = os.invites.use(signedIn).handler(async ({ context, input, errors }) => {
  const community = await communityAccess(context.db, { id: input.id, viewer: context.viewer })
  if (!community) throw errors.NOT_FOUND()
  if (!mayModerate(community)) throw errors.MODERATORS_ONLY()
  return { items: await invitesOf(context.db, { communityId: input.id }) }
})

const invite = os.invite.use(signedIn).handler(({ context, input, errors }) => makeInvite(context, { input, errors }))

const withdraw = os.withdraw.use(signedIn).handler(({ context, input, errors }) => withdrawInvite(context, { input, errors }))

export const communityMemberProcedures = os.router({
  list,
  setRole,
  remove,
  transfer,
  banned,
  ban,
  unban,
  muted,
  mute,
  unmute,
  requests,
  approve,
  decline,
  invites,
  invite,
  withdraw,
})
