import { Flame, TrendingUp, Trophy, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { m } from '#messages'
import { cx } from './classes.ts'

const tones = {
  active: 'border-active bg-active text-on-active',
  victory: 'border-victory bg-victory text-on-victory',
  outlined: 'border-edge text-ink',
  neutral: 'border-line bg-sunk text-muted',
  hot: 'border-band bg-band text-on-band',
  rising: 'border-rising bg-rising text-on-rising',
} as const

const icons = { hot: Flame, rising: TrendingUp, victory: Trophy } as const

export type BadgeTone = keyof typeof tones

/** A status in words; colour is not its only signal. */
export function Badge({ tone, children }: { tone: BadgeTone; children: ReactNode }) {
  const Icon = tone === 'hot' || tone === 'rising' || tone === 'victory' ? icons[tone] : null
  return (
    <span className={cx('type-label inline-flex items-center gap-1 rounded-sm border px-1.5 py-0.5 text-xs leading-snug whitespace-nowrap', tones[tone])}>
      {Icon && <Icon className="size-3.5" strokeWidth={2.5} />}
      {children}
    </span>
  )
}

type ChipProps = {
  /** The text, which the label of the remove button repeats. */
  label: string
  onRemove?: () => void
  icon?: ReactNode
}

export function Chip({ label, onRemove, icon }: ChipProps) {
  return (
    <span className={cx('inline-flex min-h-9 max-w-full items-center gap-1.5 rounded-full border border-edge bg-raised ps-3 text-sm', !onRemove && 'pe-3')}>
      {icon}
      <span className="truncate">{label}</span>
      {onRemove && (
        <button
          type="button"
          aria-label={m.design_remove({ label })}
          onClick={onRemove}
          className="target-44 relative grid size-9 shrink-0 place-items-center rounded-full hover:bg-sunk"
        >
          <X className="size-4" />
        </button>
      )}
    </span>
  )
}
