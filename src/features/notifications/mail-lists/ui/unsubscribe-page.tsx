import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Button, buttonClass } from '#design/button.tsx'
import { EmptyPage } from '#design/states.tsx'
import { FailedPage } from '#features/site/ui/error-page.tsx'
import { m } from '#messages'
import { nouns } from '#platform/brand.ts'
import type { MailList } from '../terms.ts'
import { mailListOf } from './api.ts'

type Words = { [list in MailList]: () => string }
const stops: Words = {
  all: () => m.mail_lists_all(nouns),
  updates: () => m.mail_lists_updates(nouns),
  recommendations: () => m.mail_lists_recommendations(nouns),
}
const stopped: Words = {
  all: () => m.mail_lists_off_all(nouns),
  updates: () => m.mail_lists_off_updates(nouns),
  recommendations: () => m.mail_lists_off_recommendations(nouns),
}

/** The page that the unsubscribe link of a mail opens. Only its button unsubscribes: a plain form, so that it works without JavaScript. */
export function UnsubscribePage({ token }: { token: string }) {
  const { data } = useSuspenseQuery(mailListOf(token))
  // If all mail is off, the text states that, instead of naming only this list.
  const off = data.isMailOff ? m.mail_lists_off_all : stopped[data.list]
  return (
    <div className="page-column flex flex-col items-start gap-6 py-12 *:max-w-prose md:py-16">
      <h1 className="type-title text-4xl">{data.isOn ? m.mail_lists_title() : m.mail_lists_off_title()}</h1>
      <p className="text-lg">{(data.isOn ? stops[data.list] : off)()}</p>
      {data.isOn && (
        <form method="post" action={`/unsubscribe/${token}`}>
          <Button type="submit" tone="primary">
            {m.mail_lists_stop()}
          </Button>
        </form>
      )}
      <Link to="/settings" search={{ tab: 'notifications' }} className="link inline-flex min-h-11 items-center">
        {m.mail_lists_settings()}
      </Link>
    </div>
  )
}

export function UnsubscribeUnknown() {
  return (
    <EmptyPage
      title={m.mail_lists_unknown()}
      action={
        <Link to="/settings" search={{ tab: 'notifications' }} className={buttonClass({ tone: 'primary' })}>
          {m.mail_lists_settings()}
        </Link>
      }
    >
      {m.mail_lists_unknown_text()}
    </EmptyPage>
  )
}

export const UnsubscribeFailed = ({ reset }: { reset: () => void }) => <FailedPage reset={reset}>{m.mail_lists_failed()}</FailedPage>
