import { z } from 'zod'

/** A small computation of ALTCHA that a browser does before its form is accepted: to find the counter whose derived key begins with `keyPrefix`. */
export const ProofChallenge = z.object({
  parameters: z.object({
    algorithm: z.string(),
    cost: z.int(),
    expiresAt: z.int().describe('Unix time in seconds.'),
    keyLength: z.int(),
    keyPrefix: z.string(),
    keySignature: z.string(),
    nonce: z.string(),
    salt: z.string(),
  }),
  signature: z.string(),
})
export type ProofChallenge = z.infer<typeof ProofChallenge>

/** The payload of a browser, which is sent as JSON in Base64. */
export const Proof = z.object({ challenge: ProofChallenge, solution: z.object({ counter: z.int(), derivedKey: z.string() }) })

/** Form fields against scripts. A form that people fill in takes longer, and nobody sees the field `website`. */
export const scriptFields = {
  proof: z.string().max(2_000).optional().describe('The challenge of a refusal and its solution: the payload of ALTCHA, version 2.'),
  openSeconds: z.number().min(0).max(1e6).optional().describe('How long the form was open. Without it a visitor needs a proof.'),
  website: z.string().max(1_000).optional().describe('Leave it empty.'),
} as const

/** Refusal of a form that needs a proof of work. */
export const proofNeeded = {
  PROOF_NEEDED: {
    status: 429,
    message: 'Many forms are being sent. Solve the challenge and send the form again with its proof.',
    data: z.object({ text: z.string(), challenge: ProofChallenge }),
  },
} as const
