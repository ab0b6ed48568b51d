import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { Button, buttonClass } from '#design/button.tsx'
import { Tally } from '#design/tally.tsx'
import { useAuth } from '#features/accounts/ui/use-auth.ts'
import { m } from '#messages'
import { brand } from '#platform/brand.ts'
import { ContactForm } from './contact-form.tsx'
import { useContact } from './use-contact.ts'

export function ContactPage({ asked }: { asked: string | undefined }) {
  const { viewer } = useAuth()
  const contact = useContact({ viewer, asked })
  if (contact.state === 'sent') return <Sent onAnother={contact.again} />
  return (
    <div className="page-column py-8 md:py-12">
      <h1 className="type-title text-4xl">{m.contact_title()}</h1>
      <p className="mt-3 max-w-prose text-lg">{m.contact_lead()}</p>
      <div className="mt-8 grid gap-x-16 gap-y-12 border-t-2 border-ink pt-8 lg:grid-cols-[minmax(0,40rem)_1fr]">
        <ContactForm contact={contact} viewer={viewer} />
        <aside aria-labelledby="other-ways" className="border-t border-line pt-4 lg:border-t-0 lg:pt-0">
          <h2 id="other-ways" className="type-title text-xl">
            {m.contact_other_title()}
          </h2>
          <dl className="mt-3 divide-y divide-line">
            <Address name={m.contact_other_mail()} address={brand.contact.general} />
            <Address name={m.contact_other_privacy()} address={brand.contact.privacy} />
          </dl>
        </aside>
      </div>
    </div>
  )
}

function Address({ name, address }: { name: string; address: string }) {
  return (
    <div className="py-2">
      <dt className="text-sm text-muted">{name}</dt>
      <dd>
        <a href={`mailto:${address}`} className="link inline-flex min-h-11 items-center break-all">
          {address}
        </a>
      </dd>
    </div>
  )
}

function Sent({ onAnother }: { onAnother: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus()
    window.scrollTo(0, 0)
  }, [])
  return (
    <div className="page-column flex min-h-96 items-start gap-5 py-12 md:py-16">
      <Tally counted={5} className="size-14" />
      <div className="min-w-0">
        <h1 ref={heading} tabIndex={-1} className="type-title text-3xl outline-none">
          {m.contact_sent_title()}
        </h1>
        <p className="mt-2 max-w-prose text-lg">{m.contact_sent_text()}</p>
        <div className="mt-6 flex flex-wrap gap-2">
          <Button onClick={onAnother}>{m.contact_sent_another()}</Button>
          <Link to="/" className={buttonClass({ tone: 'primary' })}>
            {m.contact_sent_home()}
          </Link>
        </div>
      </div>
    </div>
  )
}
