import { type ComponentType, useEffect, useRef, useState } from 'react'
import { m } from '#messages'
import { takeEarly } from '#platform/client/early.ts'
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

/** In the footer, where there is something to choose. */
export function PrivacyChoices({ className }: { className: string }) {
  const { analytics, ads } = readSite().thirdParties
  return analytics || ads ? (
    <button type="button" className={className} data-asks="privacy-choices">
      {m.site_footer_privacy_choices()}
    </button>
  ) : null
}

/** Other sites' parts, whose code comes only where an operator has configured any. */
export function ThirdPartyPlace() {
  const [Place, setPlace] = useState<ComponentType | null>(null)
  const early = useRef<HTMLElement | null>(null)
  useEffect(() => {
    if (!hasParts()) return
    const choices = document.querySelector<HTMLElement>('[data-asks="privacy-choices"]')
    if (choices && takeEarly(choices)) early.current = choices
    import('#features/consent/ui/public.ts').then(
      ({ ConsentPlace }) => setPlace(() => ConsentPlace),
      // Then the link leads there, as without a script.
      () => setPlace(() => NoPlace),
    )
  }, [])
  useEffect(() => {
    if (!hasParts()) return
    /** What is pressed is asked of the part below, which takes it where it is there and needed, or once it is there. Also for what stays as the server drew it. */
    const ask = (event: MouseEvent) => {
      const pressed = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-asks]') : null
      const what = pressed?.dataset.asks
      if (!what || !isPlainClick(event)) return
      const isEarly = !Place && (what !== 'donate' || readSite().thirdParties.donate?.isScript)
      if (isEarly) early.current = pressed
      if (isEarly || !window.dispatchEvent(new Event(what, { cancelable: true }))) event.preventDefault()
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
