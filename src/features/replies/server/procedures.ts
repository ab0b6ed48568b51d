import { implement } from '@orpc/server'
import { reasonProblems } from '#features/moderation/policy.ts'
import { canonicalAddress } from '#platform/canonical-address.ts'
import { raise } from '#platform/raise.ts'
import { inTransaction } from '#platform/server/idempotency.ts'
import { refuseIfGone } from '#platform/server/lock-person.ts'
import { refuseFields } from '#platform/server/refuse.ts'
import { moderatorsOnly } from '#platform/server/roles-only.ts'
import { confirmed, signedIn } from '#platform/server/rpc.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import { normalized } from '#platform/text.ts'
import type { Viewer } from '#platform/viewer.ts'
import { repliesContract } from '../contract.ts'
import { addressProblems, mayClaimAgain } from '../policy.ts'
import { recordName, recordValue } from '../terms.ts'
import {
  type ClaimRow,
  claimById,
  claimFor,
  claimFrom,
  claimOfLink,
  confirmedAddress,
  lockTarget,
  makeLink,
  recordProof,
  saveClaim,
  withdrawClaim,
} from './claims.ts'
import type { CompanyChecks } from './company-checks.ts'
import { companyDomain, websiteDomain } from './company-domain.ts'
import { confirmDomain, decideClaim } from './decide-claim.ts'
import { decisionLetter, linkLetter } from './letters.ts'
import { openClaims } from './open-claims.ts'
import { type RepliesContext, statementProcedures } from './statement-procedures.ts'
import { answerable } from './statements.ts'

const os = implement(repliesContract).$context<RepliesContext>()
const forModerators = os.use(moderatorsOnly)

const targetNamed = (db: Db, slug: string) =>
  db.selectFrom('target').select(['id', 'slug', 'name', 'website_url']).where('slug', '=', slug).where('merged_into', 'is', null).executeTakeFirst()

/** The viewer's own claim; null if it is somebody else's. */
async function ownClaim(db: Db, { id, viewer }: { id: string; viewer: Viewer }): Promise<ClaimRow | null> {
  const claim = await claimById(db, id)
  return claim?.personId === viewer.id ? claim : null
}

type Counted = Parameters<CompanyChecks['limiter']['take']>

/** Counts a request, and refuses it beyond the limit. */
async function countRequest({ companyChecks, answer }: RepliesContext, counted: Counted, errors: { CLAIMS_TOO_OFTEN: () => Error }): Promise<void> {
  const wait = await companyChecks.limiter.take(...counted)
  if (wait === null) return
  answer.retryAfterSeconds = wait
  throw errors.CLAIMS_TOO_OFTEN()
}

const representation = os.representation.use(signedIn).handler(async ({ context: { db, viewer, companyChecks }, input, errors }) => {
  const target = await targetNamed(db, input.slug)
  if (!target) throw errors.NOT_FOUND()
  const claim = await claimFor(db, { targetId: target.id, personId: viewer.id })
  return {
    target: { slug: target.slug, name: target.name },
    website: websiteDomain(target.website_url),
    claim: claim && claimFrom(claim, companyChecks),
    campaigns: claim?.state === 'active' ? await answerable(db, { targetId: target.id, viewer }) : [],
  }
})

const claim = os.claim.use(confirmed).handler(async ({ context, input, errors }) => {
  const { db, viewer, companyChecks } = context
  const target = await targetNamed(db, input.slug)
  if (!target) throw errors.NOT_FOUND()
  const found = companyDomain(input.domain)
  if ('problem' in found) throw errors[found.problem]({ data: { fields: { domain: found.problem } } })
  const about = { targetId: target.id, personId: viewer.id }
  const before = await claimFor(db, about)
  if (before && !mayClaimAgain(before.state)) throw errors.CLAIM_EXISTS()
  await countRequest(context, ['companyClaim', viewer.id], errors)
  await countRequest(context, ['companyClaimAbout', target.id], errors)
  await inTransaction(db, async (tx) => {
    await lockTarget(tx, target.id)
    const locked = await claimFor(tx, about)
    if (locked && !mayClaimAgain(locked.state)) throw errors.CLAIM_EXISTS()
    await saveClaim(tx, { ...about, ...found })
    await refuseIfGone(tx, viewer.id)
  })
  const made = (await claimFor(db, about)) ?? raise(errors.NOT_FOUND())
  return claimFrom(made, companyChecks)
})

const checkDns = os.checkDns.use(signedIn).handler(async ({ context, input: { id }, errors }) => {
  const { db, viewer, companyChecks } = context
  const own = await ownClaim(db, { id, viewer })
  if (!own) throw errors.NOT_FOUND()
  await countRequest(context, ['dnsCheck', viewer.id], errors)
  const texts = await companyChecks.texts(recordName(own.domain))
  const isFound = texts?.some((text) => text.trim() === recordValue(own.record)) ?? false
  if (isFound) await prove(db, own)
  const now = (await ownClaim(db, { id, viewer })) ?? raise(errors.NOT_FOUND())
  return { result: isFound ? 'verified' : texts === null ? 'unavailable' : 'missing', claim: claimFrom(now, companyChecks) }
})

const prove = (db: Db, own: ClaimRow) =>
  inTransaction(db, async (tx) => {
    await lockTarget(tx, own.targetId)
    await recordProof(tx, own, 'dns')
  })

const sendLink = os.sendLink.use(signedIn).handler(async ({ context, input: { id, address }, errors }) => {
  const { db, viewer, companyChecks, mail } = context
  const own = await ownClaim(db, { id, viewer })
  if (!own) throw errors.NOT_FOUND()
  refuseFields(addressProblems(address, own.domain))
  if (own.state !== 'unverified' || claimFrom(own, companyChecks).mail !== 'possible') throw errors.MAIL_SHOWS_NOTHING()
  const to = normalized(address)
  await countRequest(context, ['companyMail', viewer.id], errors)
  await countRequest(context, ['companyMailAbout', own.targetId], errors)
  await countRequest(context, ['mailTo', canonicalAddress(to)], errors)
  await inTransaction(db, async (tx) => {
    const token = await makeLink(tx, id)
    await mail.add(tx, linkLetter(to, { origin: companyChecks.origin, token, domain: own.domain }))
  })
  mail.runSoon()
  return { id }
})

const confirm = os.confirm.use(signedIn).handler(async ({ context: { db, viewer, companyChecks }, input: { link }, errors }) => {
  const own = await claimOfLink(db, { token: link, personId: viewer.id })
  if (!own) throw errors.NOT_FOUND()
  const isProved = await inTransaction(db, async (tx) => {
    await lockTarget(tx, own.targetId)
    // Read again: meanwhile a moderator may have found that others have addresses at the domain.
    const now = await claimById(tx, own.id)
    if (now?.state !== 'unverified' || claimFrom(now, companyChecks).mail !== 'possible') return false
    await recordProof(tx, now, 'mail')
    return true
  })
  if (!isProved && own.state === 'unverified') throw errors.NOT_FOUND()
  return { slug: own.slug }
})

const withdraw = os.withdraw.use(signedIn).handler(async ({ context: { db, viewer }, input: { id }, errors }) => {
  const isGone = await inTransaction(db, async (tx) => {
    const own = await ownClaim(tx, { id, viewer })
    if (own) await withdrawClaim(tx, own)
    return own !== null
  })
  if (!isGone) throw errors.NOT_FOUND()
  return { id }
})

const claims = forModerators.claims.use(signedIn).handler(({ context: { db, viewer } }) => openClaims(db, viewer.id))

const confirmWebsite = forModerators.confirmDomain.use(signedIn).handler(async ({ context: { db, viewer }, input, errors }) => {
  const target = await targetNamed(db, input.slug)
  if (!target) throw errors.NOT_FOUND()
  const found = companyDomain(input.domain)
  if ('problem' in found) throw errors[found.problem]({ data: { fields: { domain: found.problem } } })
  const given = { targetId: target.id, domain: found.domain, moderator: viewer, takesMail: input.takesMail }
  const outcome = await inTransaction(db, (tx) => confirmDomain(tx, given))
  if (outcome === 'forbidden') throw errors.FORBIDDEN()
  if (outcome === 'shared') throw errors.MAIL_SHOWS_NOTHING()
  return { domain: found.domain }
})

const decide = forModerators.decide.use(signedIn).handler(async ({ context: { db, viewer, companyChecks, mail }, input, errors }) => {
  if (input.outcome === 'declined') refuseFields(reasonProblems(input.reason))
  const outcome = await inTransaction(db, async (tx) => {
    const decided = await decideClaim(tx, { ...input, moderator: viewer })
    if (typeof decided === 'string') return decided
    const to = await confirmedAddress(tx, decided.personId)
    if (to) await mail.add(tx, decisionLetter(to, { ...decided, outcome: input.outcome, origin: companyChecks.origin }))
    return 'done'
  })
  if (outcome === 'absent') throw errors.NOT_FOUND()
  if (outcome === 'forbidden') throw errors.FORBIDDEN()
  if (outcome === 'unverified') throw errors.CLAIM_UNVERIFIED()
  mail.runSoon()
  return { id: input.id }
})

export const replyProcedures = os.router({
  representation,
  claim,
  checkDns,
  sendLink,
  confirm,
  withdraw,
  claims,
  confirmDomain: confirmWebsite,
  decide,
  ...statementProcedures,
})
