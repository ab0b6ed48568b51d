import { scaleLinear, scaleUtc } from 'd3-scale'
import { nextStart, type Unit } from '../time-steps.ts'

const width = 1_000
const height = 400
const marks = 4
/** Rightmost position of a label, as a share of the width, so that it fits. */
const lastName = 0.82

type Step = { from: string; value: number }
type Drawing = {
  unit: Unit
  steps: readonly Step[]
  /** The vertical axis extends at least to this value. */
  axisMinimum?: number
}

/**
 * Draws a step chart that begins at zero: SVG paths in a box of 1000 x 400, axis
 * marks in percent of its width and height. Returns null if no step has a value.
 */
export function drawSteps({ unit, steps, axisMinimum = 1 }: Drawing) {
  const [first] = steps
  const last = steps.at(-1)
  if (!first || !last || steps.every(({ value }) => value === 0)) return null
  const time = (day: string) => new Date(`${day}T00:00:00Z`)
  const highest = steps.reduce((most, { value }) => Math.max(most, value), axisMinimum)
  const x = scaleUtc([time(first.from), time(nextStart(unit, last.from))], [0, width])
  const y = scaleLinear([0, highest], [height, 0]).nice(marks)
  const [start, end] = x.range()
  const corners = steps.flatMap(({ from, value }) => [time(from), time(nextStart(unit, from))].map((at) => `${tenths(x(at))},${tenths(y(value))}`))
  const top = [`${start},${height}`, ...corners].join('L')
  return {
    line: `M${top}`,
    area: `M${top}L${end},${height}L${start},${height}Z`,
    days: daysOf(x).map((day) => ({ at: share(x(day) / width), day: day.toISOString().slice(0, 10) })),
    values: y
      .ticks(marks)
      .filter(Number.isInteger)
      .map((value) => ({ at: share(y(value) / height), value })),
  }
}

/** Axis marks at whole days, few enough for their labels to fit on a phone; for a single day its beginning. */
function daysOf(x: ReturnType<typeof scaleUtc<number, number>>): Date[] {
  const whole = x.ticks(marks).filter((date) => date.getTime() % 86_400_000 === 0 && x(date) <= width * lastName)
  if (whole.length === 0) return x.domain().slice(0, 1)
  const every = Math.ceil(whole.length / marks)
  return whole.filter((_, at) => at % every === 0)
}

const tenths = (length: number) => Math.round(length * 10) / 10
const share = (part: number) => Math.round(part * 1_000) / 10
