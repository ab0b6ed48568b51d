import { Printer, Share2 } from 'lucide-react'
import { Button, buttonClass } from '#design/button.tsx'
import { CopyButton } from '#design/copy-button.tsx'
import { m } from '#messages'
import { channels } from './channels.ts'
import { shareNatively } from './share-natively.ts'

type ShareRowProps = {
  address: string
  text: string
  /** Called after the link was copied or shared. */
  onShared?: () => void
  /** Adds a button that prints the page as a poster. */
  withPoster?: boolean
}

/** Share buttons in a row. Render it in the browser only, since it checks the browser's capabilities. */
export function ShareRow({ address, text, onShared, withPoster = false }: ShareRowProps) {
  return (
    <div className={withPoster ? 'grid grid-cols-[repeat(auto-fit,minmax(8rem,1fr))] gap-2' : 'flex flex-wrap gap-2'}>
      {'share' in navigator && (
        <Button
          icon={<Share2 className="size-4" aria-hidden="true" />}
          onClick={() => void shareNatively({ address, text }).then((isShared) => isShared && onShared?.())}
        >
          {m.sharing_native_short()}
        </Button>
      )}
      {channels
        .filter(({ key }) => key === 'whatsapp')
        .map(({ key, name, href }) => (
          <a key={key} href={href({ address, text })} target="_blank" rel="noopener noreferrer" onClick={onShared} className={buttonClass()}>
            {name}
          </a>
        ))}
      <CopyButton text={address} label={m.sharing_copy()} onCopied={onShared} />
      {withPoster && (
        <Button icon={<Printer className="size-4" aria-hidden="true" />} onClick={() => window.print()}>
          {m.sharing_poster()}
        </Button>
      )}
    </div>
  )
}
