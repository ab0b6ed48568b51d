import { ChevronDown } from 'lucide-react'
import { type ReactNode, useState } from 'react'

type PanelProps = {
  title: string
  /** Number of entries that wait for a decision. */
  waiting?: number | undefined
  /** Rendered only while the panel is open. */
  children: () => ReactNode
}

/** A collapsible section for owner and mods. */
export function Panel({ title, waiting = 0, children }: PanelProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className="group border-b border-line" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="flex min-h-12 cursor-pointer list-none items-center gap-2 py-2 font-semibold [&::-webkit-details-marker]:hidden">
        <ChevronDown className="size-5 transition-transform group-open:rotate-180" aria-hidden="true" />
        {title}
        {waiting > 0 && (
          <span className="type-label min-w-6 rounded-full bg-accent px-2 py-0.5 text-center text-xs text-on-accent tabular-nums">{waiting}</span>
        )}
      </summary>
      {isOpen && <div className="pb-4">{children()}</div>}
    </details>
  )
}
