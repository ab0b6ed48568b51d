import { setTimeout } from 'node:timers/promises'

/** `waiting`: the step has to be tried again when the supporters of a campaign have been moved between directory entries. */
export type Step = { state: 'idle' } | { state: 'waiting' } | { state: 'moved'; campaignIds: string[] }

/** Pause before a step is tried again. */
const waitMs = 250

/** Runs steps until there is nothing left to do. `onCounted` gets the campaigns whose counts a step changed. */
export async function runSteps(given: { stopping: AbortSignal; next: () => Promise<Step>; onCounted: (campaignIds: string[]) => Promise<void> }) {
  const { stopping, next, onCounted } = given
  while (!stopping.aborted) {
    const step = await next()
    if (step.state === 'idle') return
    if (step.state === 'waiting') await setTimeout(waitMs, undefined, { signal: stopping }).catch(() => {})
    else if (step.campaignIds.length) await onCounted(step.campaignIds)
  }
}
