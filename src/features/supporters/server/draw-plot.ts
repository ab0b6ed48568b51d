import { scaleLinear, scaleUtc } from 'd3-scale'
import { area, line } from 'd3-shape'
import type { Growth } from '../contract.ts'
import { nextStart, type Step, type Unit } from '../steps.ts'

const width = 1_000
const height = 400
const marks = 4
/** So far to the right there is still room for a name. */
const lastName = 0.82

type Point = { at: Date; supporters: number }

/** The line from nobody at the beginning to all at the end, each step's number standing at its end. Null without steps. */
export function drawPlot({ unit, steps }: { unit: Unit; steps: readonly Step[] }): Growth['plot'] {
  const [first] = steps
  const last = steps.at(-1)
  if (!first || !last) return null
  const time = (day: string) => new Date(`${day}T00:00:00Z`)
  const x = scaleUtc([time(first.from), time(nextStart(unit, last.from))], [0, width])
  const y = scaleLinear([0, Math.max(1, last.supporters)], [height, 0]).nice(marks)
  const points: Point[] = [{ at: time(first.from), supporters: 0 }, ...steps.map(({ from, supporters }) => ({ at: time(nextStart(unit, from)), supporters }))]
  const drawnLine = line<Point>()
    .x(({ at }) => x(at))
    .y(({ supporters }) => y(supporters))
    .digits(1)
  const drawnArea = area<Point>()
    .x(({ at }) => x(at))
    .y0(height)
    .y1(({ supporters }) => y(supporters))
    .digits(1)
  return {
    line: drawnLine(points) ?? '',
    area: drawnArea(points) ?? '',
    days: daysOf(x).map((day) => ({ at: share(x(day) / width), day: day.toISOString().slice(0, 10) })),
    counts: y
      .ticks(marks)
      .filter(Number.isInteger)
      .map((supporters) => ({ at: share(y(supporters) / height), supporters })),
  }
}

/** Where whole days begin, with room for their names beside each other on a phone; of a single day its beginning. */
function daysOf(x: ReturnType<typeof scaleUtc<number, number>>): Date[] {
  const whole = x.ticks(marks).filter((date) => date.getTime() % 86_400_000 === 0 && x(date) <= width * lastName)
  if (whole.length === 0) return x.domain().slice(0, 1)
  const every = Math.ceil(whole.length / marks)
  return whole.filter((_, at) => at % every === 0)
}

const share = (part: number) => Math.round(part * 1_000) / 10
