import { randomUUID } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import type { Sessions } from '#platform/server/end-sessions.ts'
import { inTransaction } from '#platform/server/idempotency.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { WayName, WayProblem } from '../../ways.ts'
import { firstClaim } from '../first-claim.ts'
import type { PrivateNameCheck } from '../sign-up.ts'
import { looksLikeStaff } from '../staff-names.ts'
import type { SignInRefusal, SuspensionReader } from '../suspension.ts'
import type { IsTemporary } from '../temporary-addresses.ts'
import { newPerson } from './new-person.ts'
import type { ExternalProfile } from './profile.ts'

type Options = {
  db: Db
  viewerOf: (cookies: string | null) => Promise<Viewer | null>
  tokenOf: (cookies: string | null) => string | null
  sessions: Pick<Sessions, 'haveEnded'>
  isTemporary: IsTemporary
  isSignUpClosed: () => boolean
  privateNameProblem: PrivateNameCheck
  suspensionAt: SuspensionReader
}
export type Identity = ExternalProfile & { provider: WayName }
type Linking = { personId: string; cookies: string | null }

export type Refused = { problem: WayProblem; suspension?: SignInRefusal }
export type Identities = ReturnType<typeof openIdentities>

/** Finds, creates and links the account of a person whom another site has identified. */
export function openIdentities({ db, viewerOf, tokenOf, sessions, isTemporary, isSignUpClosed, privateNameProblem, suspensionAt }: Options) {
  /** Refuses deleted and suspended accounts. Makes the first claim if the account's address was just proved. */
  async function admit(personId: string, { provider, subject, email }: Identity, linking: Linking | null = null): Promise<Refused | null> {
    const person = await db
      .selectFrom('person')
      .select(['email', 'email_verified', 'confirmed_by_link_alone', 'deleted_at'])
      .where('id', '=', personId)
      .executeTakeFirst()
    // The account was just deleted and its link to this other site's account soon will be. The next try finds no account.
    if (!person || person.deleted_at) return { problem: 'unexpected' }
    const suspension = await suspensionAt(personId)
    if (suspension) return { problem: 'suspended', suspension }
    // The person who began the linking must still be signed in here.
    if (linking && (await viewerOf(linking.cookies))?.id !== personId) return { problem: 'signed-out' }
    const isClaimed = person.email_verified && !person.confirmed_by_link_alone
    if (isClaimed || person.email === null || person.email !== email) return null
    const identity = { provider, subject }
    // Linking required the password, so the person knows it.
    const keep = linking ? { identity, sessionToken: tokenOf(linking.cookies), password: true } : { identity }
    sessions.haveEnded((await firstClaim(db, { personId, email, keep })) ?? [])
    return null
  }

  async function ownerOf({ provider, subject }: Identity): Promise<string | null> {
    const account = await db
      .selectFrom('auth_account')
      .select('person_id')
      .where('provider_id', '=', provider)
      .where('account_id', '=', subject)
      .executeTakeFirst()
    return account?.person_id ?? null
  }

  async function personAt(email: string | null) {
    if (email === null) return undefined
    return db.selectFrom('person').select(['id', 'email_verified']).where('email', '=', email).executeTakeFirst()
  }

  async function create(identity: Identity): Promise<Refused | { personId: string }> {
    if (isSignUpClosed()) return { problem: 'closed' }
    if (identity.email !== null && isTemporary(identity.email)) return { problem: 'temporary-address' }
    const personId = randomUUID()
    const isPrivate = (await privateNameProblem(identity.name)) !== null
    await inTransaction(db, async (tx) => {
      const { first_name: first, last_name: last, display_name: displayName } = newPerson(identity)
      const isStaffName = await looksLikeStaff(tx, { first, last, displayName })
      await tx
        .insertInto('person')
        .values({ id: personId, ...newPerson(isStaffName || isPrivate ? { ...identity, name: '' } : identity) })
        .execute()
      await addWay(tx, personId, identity)
    })
    return { personId }
  }

  return {
    /** The account to sign in to. */
    async signIn(identity: Identity): Promise<Refused | { personId: string }> {
      const owner = await ownerOf(identity)
      if (owner !== null) return (await admit(owner, identity)) ?? { personId: owner }
      const known = await personAt(identity.email)
      if (!known) return create(identity)
      // Both sites must have confirmed the address; no provider is exempt.
      if (!known.email_verified) return { problem: 'known-address' }
      const refused = await admit(known.id, identity)
      if (refused) return refused
      await addWay(db, known.id, identity)
      return { personId: known.id }
    },
    /** Links the identity to the account of the person who asked for it in this browser. */
    async link(identity: Identity, linking: Linking): Promise<Refused | null> {
      const refused = await admit(linking.personId, identity, linking)
      if (refused) return refused
      const owner = await ownerOf(identity)
      if (owner === null) await addWay(db, linking.personId, identity)
      return owner === null || owner === linking.personId ? null : { problem: 'linked-elsewhere' }
    },
  }
}

async function addWay(db: Db, personId: string, { provider, subject }: Identity): Promise<void> {
  await db.insertInto('auth_account').values({ id: uuidv7(), person_id: personId, provider_id: provider, account_id: subject }).execute()
}
