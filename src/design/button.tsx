import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { m } from '#messages'
import { cx } from './classes.ts'
import { Spinner } from './spinner.tsx'

const tones = {
  primary:
    'border-accent bg-accent text-on-accent not-disabled:not-aria-disabled:hover:border-accent-strong not-disabled:not-aria-disabled:hover:bg-accent-strong',
  secondary: 'border-ink bg-transparent text-ink not-disabled:not-aria-disabled:hover:bg-ink not-disabled:not-aria-disabled:hover:text-paper',
  quiet: 'border-transparent bg-transparent text-ink not-disabled:not-aria-disabled:hover:bg-sunk not-disabled:not-aria-disabled:hover:border-line',
  victory:
    'border-victory bg-victory text-on-victory not-disabled:not-aria-disabled:hover:border-victory-strong not-disabled:not-aria-disabled:hover:bg-victory-strong',
  danger:
    'border-danger-text bg-transparent text-danger-text not-disabled:not-aria-disabled:hover:border-active not-disabled:not-aria-disabled:hover:bg-active not-disabled:not-aria-disabled:hover:text-on-active',
} as const

const sizes = {
  sm: 'min-h-9 px-3 text-sm target-44',
  md: 'min-h-11 px-4 text-base',
  lg: 'min-h-14 px-6 text-lg',
} as const

export type ButtonLook = {
  tone?: keyof typeof tones
  size?: keyof typeof sizes
  /** Takes the full width of its column. */
  wide?: boolean
}

/** Class of a link that looks like a button: `<Link className={buttonClass({ tone: 'primary' })}>`. */
export function buttonClass({ tone = 'secondary', size = 'md', wide = false }: ButtonLook = {}): string {
  return cx(
    'type-label relative inline-flex items-center justify-center gap-2 rounded-sm border-2 py-1 text-center leading-tight no-underline transition-colors select-none',
    'disabled:cursor-not-allowed disabled:border-line disabled:bg-sunk disabled:text-muted aria-disabled:cursor-not-allowed',
    tones[tone],
    sizes[size],
    wide && 'w-full',
  )
}

type ButtonProps = ComponentProps<'button'> &
  ButtonLook & {
    /** Busy: keeps its width and its focus, ignores clicks. */
    pending?: boolean
    /** A lucide icon before the text. */
    icon?: ReactNode
  }

export function Button({ tone, size, wide, pending = false, icon, children, className, onClick, type, ...rest }: ButtonProps) {
  const click = (event: MouseEvent<HTMLButtonElement>) => {
    if (pending) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <button
      {...rest}
      type={type ?? 'button'}
      onClick={click}
      aria-disabled={pending || rest['aria-disabled']}
      aria-busy={pending || undefined}
      className={cx(buttonClass({ tone, size, wide }), className)}
    >
      <span className={cx('inline-flex items-center gap-2', pending && 'opacity-0')}>
        {icon}
        {children}
      </span>
      {pending && (
        <span className="absolute inset-0 grid place-items-center">
          <Spinner label={null} className="size-6" />
          <span className="sr-only">{m.design_working()}</span>
        </span>
      )}
    </button>
  )
}

/** A square button with only an icon; `label` is its accessible name. */
export const iconButtonClass = 'inline-grid size-11 place-items-center rounded-sm transition-colors hover:bg-sunk disabled:bg-transparent disabled:text-edge'

export function IconButton({ label, children, className, ...rest }: ComponentProps<'button'> & { label: string }) {
  return (
    <button type="button" {...rest} aria-label={label} className={cx(iconButtonClass, className)}>
      {children}
    </button>
  )
}

/** Floats above a list, such as "12 new"; its text names what a press loads. */
export function PillButton({ children, className, ...rest }: ComponentProps<'button'>) {
  return (
    <button
      type="button"
      {...rest}
      className={cx(
        'type-label inline-flex min-h-11 items-center gap-2 rounded-full border border-paper bg-ink px-5 text-sm text-paper tabular-nums transition-colors hover:bg-accent hover:text-on-accent',
        className,
      )}
    >
      {children}
    </button>
  )
}
