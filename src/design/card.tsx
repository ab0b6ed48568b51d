import type { ReactNode } from 'react'
import { m } from '#messages'
import { cx } from './classes.ts'

/** A plain frame of hairlines. `cardClass` is for other elements that need the same frame. */
export const cardClass = 'relative min-w-0 rounded-md border border-line bg-raised'

export function Card({ children, className }: { children: ReactNode; className?: string }) {
  return <div className={cx(cardClass, className ?? 'p-4')}>{children}</div>
}

/** For the only link of a card: makes the whole card clickable. */
export const cardLinkClass = 'no-underline after:absolute after:inset-0 hover:underline hover:decoration-2 hover:underline-offset-4'

/** Takes the same space whether or not it has content, and is always labelled as an advertisement. */
export function AdSlot({ children, className }: { children?: ReactNode; className?: string }) {
  return (
    <aside aria-label={m.design_advertisement()} className={cx('flex flex-col border-y border-line py-2', className ?? 'min-h-32')}>
      <span className="text-xs text-muted">{m.design_advertisement()}</span>
      <div className="grid grow place-items-center">{children}</div>
    </aside>
  )
}
