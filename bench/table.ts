export type Reference = { what: string; value: number }
export type Row = {
  figure: string
  unit: string
  value: number
  reference: Reference | null
  /** Ratio to the reference; higher is better. */
  ratio: number | null
  asked: string
  /** Null when there is no requirement. */
  reached: boolean | null
}
export type Section = { name: string; notes: string[]; rows: Row[]; failure: string | null }
/** A section with its date and machine: sections may come from different runs. */
export type MeasuredSection = Section & { date: string; seconds: number; machine: Record<string, string> }

/** A figure that must be at most `most`. */
export function atMost(figure: string, value: number, unit: string, most: number, reference: Reference | null = null): Row {
  const ratio = reference && value > 0 ? reference.value / value : null
  return { figure, unit, value, reference, ratio, asked: `at most ${most} ${unit}`.trim(), reached: value <= most }
}

/** A figure whose ratio to its reference must be at least `least`. */
export function ratioAtLeast(row: { figure: string; value: number; unit: string; reference: Reference; ratio: number }, least: number): Row {
  return { ...row, asked: `ratio at least ${least}`, reached: row.ratio >= least }
}

/** A figure without a requirement. */
export function reported(figure: string, value: number, unit: string, reference: Reference | null = null): Row {
  return { figure, unit, value, reference, ratio: null, asked: '-', reached: null }
}

export function toMarkdown(sections: MeasuredSection[]): string {
  const lines = ['# Benchmark', '', 'How to read it: [docs/BENCHMARKS.md](../../docs/BENCHMARKS.md).', '']
  const newest = sections.toSorted((a, b) => (a.date < b.date ? 1 : -1))[0]
  const common = Object.entries(newest?.machine ?? {}).filter(([what, value]) => sections.every(({ machine }) => machine[what] === value))
  for (const [what, value] of common) lines.push(`- ${what}: ${value}`)
  for (const { name, notes, rows, failure, date, seconds, machine } of sections) {
    const own = Object.entries(machine).filter(([what]) => !common.some(([known]) => known === what))
    lines.push('', `## ${name}`, '', `Measured ${date} in ${seconds} s${own.map(([what, value]) => `; ${what}: ${value}`).join('')}.`, '', ...notes)
    if (failure) lines.push(`Not measured: ${failure}`)
    if (!rows.length) continue
    lines.push('', '| Figure | Measured | Reference | Ratio | Asked | Reached |', '|---|---|---|---|---|---|')
    for (const row of rows) lines.push(`| ${cells(row).join(' | ')} |`)
  }
  return `${lines.join('\n')}\n`
}

function cells({ figure, value, unit, reference, ratio, asked, reached }: Row): string[] {
  const measured = `${shown(value)} ${unit}`.trim()
  const comparison = reference ? `${reference.what}: ${shown(reference.value)} ${unit}`.trim() : '-'
  return [figure, measured, comparison, ratio === null ? '-' : ratio.toFixed(2), asked, reached === null ? '-' : reached ? 'yes' : 'no']
}

function shown(value: number): string {
  if (Number.isInteger(value)) return value.toLocaleString('en-US')
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString('en-US')
  if (Math.abs(value) >= 1) return value.toFixed(2)
  return Number(value.toPrecision(2)).toString()
}
