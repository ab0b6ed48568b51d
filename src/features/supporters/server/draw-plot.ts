import { drawSteps } from '#platform/server/draw-steps.ts'
import type { Unit } from '#platform/time-steps.ts'
import type { Growth } from '../contract.ts'
import type { Step } from '../policy.ts'

/** The line from nobody at the beginning to all at the end. Null without steps. */
export function drawPlot({ unit, steps }: { unit: Unit; steps: readonly Step[] }): Growth['plot'] {
  const drawn = drawSteps({ unit, steps: steps.map(({ from, supporters }) => ({ from, value: supporters })) })
  if (!drawn) return null
  const { values, ...plot } = drawn
  return { ...plot, counts: values.map(({ at, value }) => ({ at, supporters: value })) }
}
