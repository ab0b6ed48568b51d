import { type ComponentType, useEffect, useRef, useState } from 'react'
import { m } from '#messages'
import { isPlainClick } from '#platform/client/plain-click.ts'
import { readSite } from '#platform/client/site.ts'

export const hasDonate = () => readSite().thirdParties.donate !== null

export function DonateLink({ className }: { className: string }) {
  const { donate } = readSite().thirdParties
  return (
    donate && (
      <a href={donate.href} target="_blank" rel="noopener" className={className} data-asks="donate">
        {m.site_donate()}
      </a>
    )
  )
}

/** Footer button, shown only if analytics or ads are configured. */
export function PrivacyChoices({ className }: { className: string }) {
  const { analytics, ads } = readSite().thirdParties
  return analytics || ads ? (
    <button type="button" className={className} data-asks="privacy-choices">
      {m.site_footer_privacy_choices()}
    </button>
  ) : null
}

/** Loads the code for third-party parts if an operator has configured any. */
export function ThirdPartySlot() {
  const [Place, setPlace] = useState<ComponentType | null>(null)
  const early = useRef<HTMLElement | null>(null)
  useEffect(() => {
    if (!hasParts()) return
    import('#features/site/consent/ui/consent-slot.tsx').then(
      ({ ConsentSlot: ConsentPlace }) => setPlace(() => ConsentPlace),
      // Without the code, the links work as they do without JavaScript.
      () => setPlace(() => NoPlace),
    )
  }, [])
  useEffect(() => {
    if (!hasParts()) return
    /**
     * Dispatches an event for a press on an element with `data-asks`, which the loaded part cancels if it handles it;
     * earlier presses are repeated when it has loaded. Listens on the document, because server-only markup has no
     * handlers.
     */
    const ask = (event: MouseEvent) => {
      const pressed = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-asks]') : null
      const what = pressed?.dataset.asks
      if (!what || !isPlainClick(event)) return
      const isLoading = !Place && (what !== 'donate' || readSite().thirdParties.donate?.isScript)
      if (isLoading) early.current = pressed
      if (isLoading || !window.dispatchEvent(new Event(what, { cancelable: true }))) event.preventDefault()
    }
    document.addEventListener('click', ask)
    if (Place) {
      early.current?.click()
      early.current = null
    }
    return () => document.removeEventListener('click', ask)
  }, [Place])
  return Place && <Place />
}

const NoPlace = () => null

function hasParts(): boolean {
  const { analytics, ads, donate } = readSite().thirdParties
  return Boolean(analytics || ads || donate?.isScript)
}
