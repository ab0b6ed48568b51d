import type { ProofChallenge } from '#platform/proof-of-work.ts'

/** Sends a form. If the server demands a proof of work, finds it and sends the form once more; the code for this loads only then. */
export async function withProof<Answer>(send: (proof?: string) => Promise<Answer>): Promise<Answer> {
  try {
    return await send()
  } catch (error) {
    const proof = await proofFor(error)
    if (proof === null) throw error
    return send(proof)
  }
}

/** The proof that a refusal demands; null if it demands none or none is found. */
export async function proofFor(refusal: unknown): Promise<string | null> {
  const { code, data }: { code?: unknown; data?: { challenge: ProofChallenge } } = Object(refusal)
  if (code !== 'PROOF_NEEDED' || !data) return null
  return import('./solve-proof.ts').then(
    ({ solveProof }) => solveProof(data.challenge),
    () => null,
  )
}
