import { useEffect, useRef, useState } from 'react'
import { cx } from '#design/classes.ts'
import { m } from '#messages'
import type { AdSlot } from '#platform/third-parties.ts'
import { useChoices } from './choices.ts'

type AdFrameProps = { slot: AdSlot; onFilled: (isFilled: boolean) => void }

/** An advertisement on top of the slot's own content. It is visible only after its frame reports that it is filled. */
export function AdFrame({ slot, onFilled }: AdFrameProps) {
  const isAllowed = useChoices().may('advertising')
  return isAllowed ? <Frame slot={slot} onFilled={onFilled} /> : null
}

function Frame({ slot, onFilled }: AdFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [isFilled, setFilled] = useState(false)
  useEffect(() => {
    const receive = ({ source, data }: MessageEvent<unknown>) => {
      if (!source || source !== frame.current?.contentWindow) return
      const isSold = Object(data).holdoutAd === 'filled'
      setFilled(isSold)
      onFilled(isSold)
    }
    window.addEventListener('message', receive)
    return () => {
      window.removeEventListener('message', receive)
      onFilled(false)
    }
  }, [onFilled])
  return (
    <div className={cx('absolute inset-0 flex flex-col', !isFilled && 'invisible')}>
      <p className="type-kicker text-muted">{m.consent_ad_label()}</p>
      <iframe
        ref={frame}
        title={m.consent_ad_label()}
        src={`/ads/frame?slot=${slot}`}
        sandbox="allow-scripts allow-popups allow-popups-to-escape-sandbox"
        className="w-full grow border-0"
      />
    </div>
  )
}
