import { type ComponentType, type MouseEvent, useEffect, useState } from 'react'
import { m } from '#messages'
import { isPlainClick } from '#platform/client/plain-click.ts'
import { readSite } from '#platform/client/site.ts'

export const hasDonate = () => readSite().thirdParties.donate !== null

/** Asked of the part below, which takes it where it is there and needed. */
const isTaken = (what: string) => !window.dispatchEvent(new Event(what, { cancelable: true }))

export function DonateLink({ className }: { className: string }) {
  const { donate } = readSite().thirdParties
  const open = (event: MouseEvent) => {
    if (isPlainClick(event) && isTaken('donate')) event.preventDefault()
  }
  return (
    donate && (
      <a href={donate.href} target="_blank" rel="noopener" className={className} onClick={open}>
        {m.site_donate()}
      </a>
    )
  )
}

/** In the footer, where there is something to choose. */
export function PrivacyChoices({ className }: { className: string }) {
  const { analytics, ads } = readSite().thirdParties
  return analytics || ads ? (
    <button type="button" className={className} onClick={() => isTaken('privacy-choices')}>
      {m.site_footer_privacy_choices()}
    </button>
  ) : null
}

/** Other sites' parts, whose code comes only where an operator has configured any. */
export function ThirdPartyPlace() {
  const [Place, setPlace] = useState<ComponentType | null>(null)
  useEffect(() => {
    const { analytics, ads, donate } = readSite().thirdParties
    if (analytics || ads || donate?.isScript) import('#features/consent/ui/public.ts').then(({ ConsentPlace }) => setPlace(() => ConsentPlace))
  }, [])
  return Place && <Place />
}
