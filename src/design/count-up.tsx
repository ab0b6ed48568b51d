import { useEffect, useRef, useState } from 'react'
import { formatCount } from '#platform/format.ts'
import { cx } from './classes.ts'
import { interimText } from './interim-text.ts'
import { countUpMs } from './terms.ts'

type CountUpProps = {
  value: number
  format?: (value: number) => string
  className?: string
}

/** Counts up or down to a new value. The final text reserves the space and is read by screen readers, so nothing around it moves. */
export function CountUp({ value, format = formatCount, className }: CountUpProps) {
  const [shown, setShown] = useState(value)
  const at = useRef(value)
  useEffect(() => {
    const from = at.current
    if (from === value) return
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) {
      at.current = value
      setShown(value)
      return
    }
    const start = performance.now()
    let frame = requestAnimationFrame(function step(now) {
      const part = Math.min(1, Math.max(0, (now - start) / countUpMs))
      at.current = part === 1 ? value : Math.round(from + (value - from) * (1 - (1 - part) ** 3))
      setShown(at.current)
      if (part < 1) frame = requestAnimationFrame(step)
    })
    return () => cancelAnimationFrame(frame)
  }, [value])
  const running = shown !== value
  return (
    <span className={cx('relative inline-block tabular-nums', className)}>
      <span className={cx(running && 'opacity-0')}>{format(value)}</span>
      {running && (
        <span aria-hidden="true" className="absolute inset-0 whitespace-nowrap">
          {interimText(format(shown), format(value))}
        </span>
      )}
    </span>
  )
}
