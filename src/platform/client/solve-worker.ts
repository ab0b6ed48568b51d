import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'
import type { ProofChallenge } from '#platform/proof-of-work.ts'

// A web worker, so that the page stays usable meanwhile.
addEventListener('message', ({ data }: MessageEvent<ProofChallenge>) => {
  solve(data).then(postMessage, () => postMessage(null))
})

/** The proof to send, or null if none was found within half a minute. */
async function solve(challenge: ProofChallenge): Promise<string | null> {
  const solution = await solveChallenge({ challenge, deriveKey, timeout: 30_000 })
  return solution && btoa(JSON.stringify({ challenge, solution }))
}
