import { drawSteps } from '#platform/server/draw-steps.ts'
import type { Unit } from '#platform/time-steps.ts'
import type { Growth } from '../contract.ts'
import { plottedFrom, type Step } from '../policy.ts'

/** A plot that starts at zero. Null below `plottedFrom` supporters. */
export function drawPlot({ unit, steps }: { unit: Unit; steps: readonly Step[] }): Growth['plot'] {
  if ((steps.at(-1)?.supporters ?? 0) < plottedFrom) return null
  const drawn = drawSteps({ unit, steps: steps.map(({ from, supporters }) => ({ from, value: supporters })) })
  if (!drawn) return null
  const { values, ...plot } = drawn
  return { ...plot, counts: values.map(({ at, value }) => ({ at, supporters: value })) }
}
