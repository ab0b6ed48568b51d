import { RotateCw } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { m } from '#messages'
import { Button } from './button.tsx'
import { cx } from './classes.ts'
import { Tally } from './tally.tsx'

type StateProps = {
  title: string
  /** An optional explanation, one line long. */
  children?: ReactNode
  level?: 1 | 2 | 3
  className?: string
}

/** Replaces an empty list; `action` is the next step that the reader can take. */
export function EmptyState({ title, children, level = 2, action, className }: StateProps & { action?: ReactNode }) {
  return (
    <StateFrame {...{ title, level, className }} line={children} mark={<Tally counted={0} className="size-14" />}>
      {action && <div className="mt-4 flex flex-wrap gap-2">{action}</div>}
    </StateFrame>
  )
}

/** A page that contains nothing but an empty state. */
export const EmptyPage = (props: Omit<ComponentProps<typeof EmptyState>, 'level'>) => (
  <div className="page-column py-12">
    <EmptyState level={1} {...props} />
  </div>
)

type ErrorStateProps = Partial<StateProps> & {
  onRetry?: () => void
  /** A second action, such as a link back. */
  action?: ReactNode
  /** The id of the failed request, which helps the site's support. */
  detail?: string | undefined
}

export function ErrorState({ title, children, level = 2, onRetry, action, detail, className }: ErrorStateProps) {
  return (
    <StateFrame {...{ title: title ?? m.design_something_went_wrong(), level, className }} line={children} role="alert" mark={<BrokenTally />}>
      <div className="mt-4 flex flex-wrap gap-2">
        {onRetry && (
          <Button tone="primary" onClick={onRetry} icon={<RotateCw className="size-4" />}>
            {m.design_try_again()}
          </Button>
        )}
        {action}
      </div>
      {detail && <p className="mt-3 font-mono text-xs text-muted">{detail}</p>}
    </StateFrame>
  )
}

type FrameProps = StateProps & { mark: ReactNode; line: ReactNode; role?: 'alert' }

function StateFrame({ title, level = 2, mark, line, role, className, children }: FrameProps) {
  const Heading = headings[level]
  return (
    <div role={role} className={cx('flex items-start gap-5 border-y border-line py-8', className)}>
      {mark}
      <div className="min-w-0">
        <Heading className="type-title text-xl">{title}</Heading>
        {line && <div className="mt-1 max-w-prose text-muted">{line}</div>}
        {children}
      </div>
    </div>
  )
}

const headings = { 1: 'h1', 2: 'h2', 3: 'h3' } as const

/** The upright strokes of the logo, with the third one broken. */
function BrokenTally() {
  return (
    <svg viewBox="0 0 32 32" fill="none" strokeWidth="4" aria-hidden="true" className="size-14 shrink-0 stroke-current">
      <path d="M5.5 4v24M12.5 4v24M26.5 4v24" />
      <path d="M19.5 4v9M17.5 19l-2.5 8" className="stroke-accent" />
    </svg>
  )
}
