import { Share2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button, buttonClass } from '#design/button.tsx'
import { m } from '#messages'
import { CopyLink } from './copy-link.tsx'

const small = buttonClass({ tone: 'quiet', size: 'sm' })

type Shared = { address: string; text: string }

/** Plain links that tell nobody anything until they are pressed. */
export function ShareBar({ address, text }: Shared) {
  const [isNative, setNative] = useState(false)
  useEffect(() => setNative('share' in navigator), [])
  return (
    <section aria-label={m.campaigns_share()} className="flex flex-wrap items-center gap-x-1 gap-y-2">
      <h2 className="type-kicker me-2 text-muted">{m.campaigns_share()}</h2>
      {places({ address, text }).map(({ name, href }) => (
        <a key={name} href={href} target="_blank" rel="noopener noreferrer" aria-label={m.campaigns_share_on({ place: name })} className={small}>
          {name}
        </a>
      ))}
      <a href={`mailto:?subject=${encodeURIComponent(text)}&body=${encodeURIComponent(`${text}\n${address}`)}`} className={small}>
        {m.campaigns_share_email()}
      </a>
      <CopyLink address={address} label={m.campaigns_share_copy()} />
      {isNative && (
        <Button
          tone="quiet"
          size="sm"
          icon={<Share2 className="size-4" aria-hidden="true" />}
          onClick={() => navigator.share({ title: text, url: address }).catch(() => {})}
        >
          {m.campaigns_share_native()}
        </Button>
      )}
    </section>
  )
}

function places({ address, text }: Shared): { name: string; href: string }[] {
  const query = (values: Record<string, string>) => new URLSearchParams(values).toString().replaceAll('+', '%20')
  return [
    { name: 'X', href: `https://x.com/intent/tweet?${query({ text, url: address })}` },
    { name: 'Facebook', href: `https://www.facebook.com/sharer/sharer.php?${query({ u: address })}` },
    { name: 'WhatsApp', href: `https://wa.me/?${query({ text: `${text} ${address}` })}` },
    { name: 'Reddit', href: `https://www.reddit.com/submit?${query({ title: text, url: address })}` },
  ]
}
