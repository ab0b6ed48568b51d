import type { ProofChallenge } from '#platform/proof-of-work.ts'

/** Solves a challenge in a web worker. Null if the browser cannot, for example on a page without https. */
export function solveProof(challenge: ProofChallenge): Promise<string | null> {
  const worker = new Worker(new URL('./solve-worker.ts', import.meta.url), { type: 'module' })
  return new Promise<string | null>((resolve) => {
    worker.addEventListener('message', ({ data }: MessageEvent<string | null>) => resolve(data))
    worker.addEventListener('error', () => resolve(null))
    worker.postMessage(challenge)
  }).finally(() => worker.terminate())
}
