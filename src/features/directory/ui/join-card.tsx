import { buttonClass } from '#design/button.tsx'
import { signUpHref } from '#features/accounts/ui/sign-in-href.ts'
import { m } from '#messages'
import { readSite } from '#platform/client/site.ts'
import type { DirectoryEntry } from './api.ts'
import { addressOf } from './load.ts'

/** Shown to visitors only. */
export function JoinCard({ subject }: { subject: DirectoryEntry }) {
  if (readSite().viewer) return null
  return (
    <section aria-labelledby="movement" className="border-s-4 border-accent bg-sunk p-5">
      <h2 id="movement" className="type-title text-2xl">
        {m.directory_join_title()}
      </h2>
      <p className="mt-1">{m.directory_join_text()}</p>
      <a href={signUpHref(addressOf(subject))} className={`${buttonClass()} mt-4`}>
        {m.directory_join_start()}
      </a>
    </section>
  )
}
