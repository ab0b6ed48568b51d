import { Mail, Share2 } from 'lucide-react'
import { Button, buttonClass } from '#design/button.tsx'
import { CopyButton } from '#design/copy-button.tsx'
import { Dialog } from '#design/dialog.tsx'
import { m } from '#messages'
import { channels, emailHref, type Shared } from './channels.ts'
import { shareNatively } from './share-natively.ts'

type ShareDialogProps = { shared: Shared; open: boolean; onClose: () => void }

/** All ways to share a page. Nothing is sent to another site until one of its links is followed. */
export function ShareDialog({ shared, open, onClose }: ShareDialogProps) {
  const [first, ...others] = channels.map(({ key, name, href }) => (
    <a key={key} href={href(shared)} target="_blank" rel="noopener noreferrer" aria-label={m.sharing_on({ place: name })} className={buttonClass()}>
      {name}
    </a>
  ))
  return (
    <Dialog open={open} onClose={onClose} title={shared.title}>
      <p dir="auto" className="font-semibold [overflow-wrap:anywhere]">
        {shared.text}
      </p>
      {/* Can be selected as a whole if the clipboard is unavailable. */}
      <p className="mt-1 text-sm text-muted select-all [overflow-wrap:anywhere]">{shared.address}</p>
      <div className="mt-5 grid grid-cols-2 gap-2">
        {'share' in navigator && (
          <Button tone="primary" className="col-span-2" icon={<Share2 className="size-4" aria-hidden="true" />} onClick={() => void shareNatively(shared)}>
            {m.sharing_native()}
          </Button>
        )}
        {first}
        <CopyButton text={shared.address} label={m.sharing_copy()} />
        <a href={emailHref(shared)} className={buttonClass()}>
          <Mail className="size-4" aria-hidden="true" />
          {m.sharing_email()}
        </a>
        {others}
      </div>
    </Dialog>
  )
}
