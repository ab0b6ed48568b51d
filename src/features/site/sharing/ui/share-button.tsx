import { createIsomorphicFn } from '@tanstack/react-start'
import { Share2 } from 'lucide-react'
import { type ComponentType, useEffect, useRef, useState } from 'react'
import { type ButtonLook, buttonClass } from '#design/button.tsx'
import { useToast } from '#design/toasts.tsx'
import { m } from '#messages'
import { ServerOnly } from '#platform/client/server-only.tsx'
import type { Shared } from './channels.ts'
import type { ShareDialog } from './share-dialog.tsx'
import { ShareLinks } from './share-links.tsx'

type DialogType = ComponentType<Parameters<typeof ShareDialog>[0]>

const linksOnServer = createIsomorphicFn()
  .server((shared: Shared) => <ShareLinks shared={shared} />)
  .client((_shared: Shared) => null)

/** Opens the share dialog, whose code is loaded on the first press. Without JavaScript the same element opens a list of links. */
export function ShareButton({ shared, ...look }: ButtonLook & { shared: Shared }) {
  const [isOpen, setOpen] = useState(false)
  const [Loaded, setLoaded] = useState<DialogType | null>(null)
  const [isHydrated, setHydrated] = useState(false)
  const details = useRef<HTMLDetailsElement>(null)
  const toast = useToast()
  useEffect(() => setHydrated(true), [])
  async function toggle() {
    if (!details.current?.open) return
    details.current.open = false
    try {
      const { ShareDialog } = await import('./share-dialog.tsx')
      setLoaded(() => ShareDialog)
      setOpen(true)
    } catch {
      toast({ text: m.sharing_not_loaded(), tone: 'problem' })
    }
  }
  return (
    <>
      <details ref={details} className="relative shrink-0" onToggle={() => void toggle()}>
        <summary className={buttonClass(look)} aria-haspopup="dialog">
          <Share2 className="size-4" aria-hidden="true" />
          {m.sharing_share()}
        </summary>
        <div hidden={isHydrated}>
          <ServerOnly onServer={linksOnServer(shared)} load={async () => null} />
        </div>
      </details>
      {Loaded && <Loaded shared={shared} open={isOpen} onClose={() => setOpen(false)} />}
    </>
  )
}
