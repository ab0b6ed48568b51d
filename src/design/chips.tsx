import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { m } from '#messages'

type ChipLook = { 'aria-label': string; className: string; children: ReactNode }
type ChipsProps = {
  label: string
  /** One chip for each active filter. `link` receives the attributes of the chip and renders a link to the list without this filter. */
  chips: readonly { key: string; label: string; link: (look: ChipLook) => ReactNode }[]
  /** The link to the list without any filter. */
  children: ReactNode
}

/** The active filters of a list, each as a link that removes the filter. */
export function Chips({ label, chips, children }: ChipsProps) {
  return (
    <ul aria-label={label} className="flex flex-wrap items-center gap-2">
      {chips.map(({ key, label, link }) => (
        <li key={key} className="min-w-0">
          {link({
            'aria-label': m.design_remove_filter({ name: label }),
            className:
              'target-44 relative inline-flex min-h-9 max-w-full items-center gap-1.5 rounded-full border border-edge bg-raised ps-3 pe-2 text-sm no-underline hover:border-ink hover:bg-sunk',
            children: (
              <>
                <span className="truncate">{label}</span>
                <X className="size-4 shrink-0" aria-hidden="true" />
              </>
            ),
          })}
        </li>
      ))}
      <li>{children}</li>
    </ul>
  )
}
