import { Link } from '@tanstack/react-router'
import { buttonClass } from '#design/button.tsx'
import { EmptyPage } from '#design/states.tsx'
import { m } from '#messages'
import { nouns } from '#platform/brand.ts'

export function NotFoundPage() {
  return (
    <EmptyPage
      title={m.site_not_found_title()}
      action={
        <>
          <Link to="/" className={buttonClass({ tone: 'primary' })}>
            {m.site_not_found_home()}
          </Link>
          <Link to="/campaigns" className={buttonClass()}>
            {m.site_not_found_browse(nouns)}
          </Link>
        </>
      }
    >
      {m.site_not_found_text()}
    </EmptyPage>
  )
}
