import { createHmac, randomInt } from 'node:crypto'
import { ORPCError } from '@orpc/server'
import { createChallenge, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { m } from '#messages'
import { Proof, ProofChallenge, proofNeeded } from '#platform/proof-of-work.ts'
import { networkOf } from './client-address.ts'
import type { Limiter } from './limits.ts'

/** Each attempt is a key derivation with this many rounds. A cheap phone takes about 5 ms for it (estimated), so it needs at most 1.5 s. */
const rounds = 2_000
/** The range of the counter to find. */
const [fewest, most] = [50, 300]
const validSeconds = 600
/** People need longer than this to fill in a form. Our forms always send their time, so one without it is a script's. */
const quickSeconds = 3

type SentForm = { address: string; proof?: string | undefined; openSeconds?: number | null | undefined; website?: string | undefined }

/** Throws the refusal PROOF_NEEDED if the form of a visitor looks like a script's, or many are being sent, and it has no proof of work. */
export type ProofOfWork = { demand: (form: SentForm) => Promise<void> }

type Options = { secret: string; limiter: Limiter; isExempt: (address: string) => boolean }

/** Each proof is accepted once, by the counters that all processes share, and for ten minutes. */
export function openProofOfWork({ secret, limiter, isExempt }: Options): ProofOfWork {
  const secrets = { hmacSignatureSecret: keyFor(secret, 'challenge'), hmacKeySignatureSecret: keyFor(secret, 'solution') }

  const newChallenge = async (): Promise<ProofChallenge> =>
    ProofChallenge.parse(
      await createChallenge({
        ...secrets,
        algorithm: 'PBKDF2/SHA-256',
        cost: rounds,
        counter: randomInt(fewest, most + 1),
        deriveKey,
        expiresAt: new Date(Date.now() + validSeconds * 1000),
      }),
    )

  async function accept(text: string): Promise<boolean> {
    const proof = Proof.safeParse(parsed(text)).data
    if (!proof || !(await verifySolution({ ...secrets, ...proof, deriveKey })).verified) return false
    return (await limiter.take('proof', proof.challenge.signature)) === null
  }

  return {
    async demand({ address, proof, openSeconds, website }) {
      if (isExempt(address)) return
      // Both are counted for each form, also for one that has a proof.
      const waits = [await limiter.take('formsOfNetwork', networkOf(address)), await limiter.take('formsOfSite', 'all')]
      const isSuspect = waits.some((wait) => wait !== null) || Boolean(website) || (openSeconds ?? 0) < quickSeconds
      if (!isSuspect || (proof && (await accept(proof)))) return
      const { status, message } = proofNeeded.PROOF_NEEDED
      throw new ORPCError('PROOF_NEEDED', { status, defined: true, message, data: { text: m.error_proof(), challenge: await newChallenge() } })
    },
  }
}

const keyFor = (secret: string, use: string) => createHmac('sha256', secret).update(`proof of work: ${use}`).digest('hex')

function parsed(base64: string): unknown {
  try {
    return JSON.parse(Buffer.from(base64, 'base64').toString('utf8'))
  } catch {
    return null
  }
}
