import { m } from '#messages'
import { cx } from './classes.ts'
import { tallyStrokes } from './tally.tsx'

/** Strokes drawn one by one. With `label={null}` it is decorative, and the text must be elsewhere. */
export function Spinner({ label, className }: { label?: string | null; className?: string }) {
  const drawing = (
    <svg viewBox="0 0 32 32" fill="none" stroke="currentColor" strokeWidth="4" aria-hidden="true" className={cx('tally-draw', className ?? 'size-8')}>
      {tallyStrokes.map((stroke) => (
        <path key={stroke} d={stroke} pathLength={1} />
      ))}
    </svg>
  )
  if (label === null) return drawing
  return (
    <span role="status" className="inline-flex items-center gap-3 text-muted">
      {drawing}
      <span className="text-sm">{label ?? m.design_loading()}</span>
    </span>
  )
}

/** In place of a page that is loading. */
export const PageSpinner = () => (
  <div className="grid min-h-[60vh] place-items-center">
    <Spinner />
  </div>
)
