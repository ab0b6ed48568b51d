import { useEffect, useRef, useState } from 'react'
import { Dialog } from '#design/dialog.tsx'
import { m } from '#messages'
import { readSite } from '#platform/client/site.ts'
import { purposesOf } from '../policy.ts'
import { startAnalytics } from './analytics.ts'
import { refusesAll, useChoices } from './choices.ts'
import { ConsentBar } from './consent-bar.tsx'

/** Everything about third parties, on sites that have any: requests and stores consent, and loads what was consented to. */
export function ConsentSlot() {
  const { analytics, donate, ads } = readSite().thirdParties
  const { choices, may } = useChoices()
  const [isReopened, setReopened] = useState(false)
  const [isDonating, setDonating] = useState(false)
  const from = useRef<HTMLElement | null>(null)
  useEffect(() => {
    const reopen = () => {
      from.current = document.activeElement instanceof HTMLElement ? document.activeElement : null
      setReopened(true)
    }
    const donation = (event: Event) => {
      if (!readSite().thirdParties.donate?.isScript) return
      event.preventDefault()
      setDonating(true)
    }
    window.addEventListener('privacy-choices', reopen)
    window.addEventListener('donate', donation)
    return () => {
      window.removeEventListener('privacy-choices', reopen)
      window.removeEventListener('donate', donation)
    }
  }, [])
  const mayCount = may('analytics')
  useEffect(() => (analytics && mayCount ? startAnalytics(analytics) : undefined), [analytics, mayCount])

  const asked = purposesOf({ analytics, donate, ads })
  const isOpenQuestion = !refusesAll() && asked.some((purpose) => choices[purpose] === undefined)
  function close() {
    setReopened(false)
    from.current?.focus()
  }
  return (
    <>
      {(isReopened || isOpenQuestion) && <ConsentBar asked={asked} onClose={isReopened ? close : undefined} />}
      <Dialog open={isDonating} onClose={() => setDonating(false)} title={m.consent_donate()}>
        <iframe
          title={m.consent_donate()}
          src={donate?.href}
          sandbox="allow-scripts allow-popups allow-popups-to-escape-sandbox allow-forms"
          className="block h-80 w-full border-0 bg-white"
        />
      </Dialog>
    </>
  )
}
