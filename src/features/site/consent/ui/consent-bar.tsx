import { useEffect, useRef } from 'react'
import { Button } from '#design/button.tsx'
import { cx } from '#design/classes.ts'
import { m } from '#messages'
import { readSite } from '#platform/client/site.ts'
import type { Purpose } from '../policy.ts'
import { choose, refusesAll, useChoices } from './choices.ts'

type ConsentBarProps = {
  asked: readonly Purpose[]
  /** Set if the reader has reopened the choices. */
  onClose: (() => void) | undefined
}

/**
 * Requests consent at the foot of the window without blocking the page: one question for each purpose (one at a time on small screens), with
 * equal buttons for both answers.
 */
export function ConsentBar({ asked, onClose }: ConsentBarProps) {
  const { choices } = useChoices()
  const heading = useRef<HTMLHeadingElement>(null)
  const isReopened = onClose !== undefined
  useEffect(() => {
    if (isReopened) heading.current?.focus()
  }, [isReopened])
  const shown = isReopened ? asked : asked.filter((purpose) => choices[purpose] === undefined)
  return (
    <section
      aria-labelledby="consent-title"
      className="sticky bottom-0 z-10 max-h-[70vh] overflow-y-auto border-t-4 border-ink bg-paper in-[body:has([data-join-bar])]:max-lg:bottom-[calc(5rem+env(safe-area-inset-bottom))]"
    >
      <div className="page-column py-4">
        <div className="flex flex-wrap items-baseline justify-between gap-x-6">
          <h2 id="consent-title" ref={heading} tabIndex={-1} className="type-title text-xl outline-none">
            {m.consent_title()}
          </h2>
          <p className="text-sm text-muted">{m.consent_lead()}</p>
        </div>
        {refusesAll() ? (
          <p className="mt-3">{m.consent_signal()}</p>
        ) : (
          <ul className={cx('mt-2 divide-y divide-line', !isReopened && 'max-md:[&>:not(:first-child)]:hidden')}>
            {shown.map((purpose) => (
              <Question key={purpose} purpose={purpose} />
            ))}
          </ul>
        )}
        {onClose && (
          <div className="mt-3 flex justify-end">
            <Button onClick={onClose}>{m.design_close()}</Button>
          </div>
        )}
      </div>
    </section>
  )
}

function Question({ purpose }: { purpose: Purpose }) {
  const { choices } = useChoices()
  const { analytics, ads } = readSite().thirdParties
  const isAnalytics = purpose === 'analytics'
  const name = isAnalytics ? m.consent_analytics() : m.consent_advertising()
  const host = isAnalytics ? new URL(analytics?.script ?? '/', window.location.origin).host : (ads?.host ?? '')
  const answers = [
    { answer: false, label: m.consent_decline() },
    { answer: true, label: m.consent_accept() },
  ]
  return (
    <li className="flex flex-col justify-between gap-x-8 gap-y-2 py-3 md:flex-row md:items-center">
      <p className="max-w-prose text-sm">
        <strong className="font-semibold">{name}.</strong> {isAnalytics ? m.consent_analytics_text({ host }) : m.consent_advertising_text({ host })}
      </p>
      <fieldset className="flex shrink-0 gap-2">
        <legend className="sr-only">{name}</legend>
        {answers.map(({ answer, label }) => (
          <Button
            key={label}
            aria-pressed={choices[purpose] === answer}
            className="min-w-28 flex-1 aria-pressed:bg-ink aria-pressed:text-paper"
            onClick={() => choose(purpose, answer)}
          >
            {label}
          </Button>
        ))}
      </fieldset>
    </li>
  )
}
