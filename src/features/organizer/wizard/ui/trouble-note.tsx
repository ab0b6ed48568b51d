import { Button, buttonClass } from '#design/button.tsx'
import { signInAgainHref } from '#features/accounts/ui/sign-in-href.ts'
import { m } from '#messages'
import { nouns } from '#platform/brand.ts'
import type { Trouble } from './use-save.ts'
import { VersionButtons } from './version-choice.tsx'

export type WaysOut = {
  /** The address of this page, to return to after signing in. */
  path: string
  /** The campaign that the saved draft has become. */
  campaign: string
  isSaving: boolean
  onOverwrite: () => void
  onLoadSaved: () => void
  onSaveAsNew: () => void
}

/** The reason why nothing was saved, with buttons for each possible solution. */
export function TroubleNote({ trouble, ways }: { trouble: Trouble; ways: WaysOut }) {
  return (
    <div role="alert" className="mb-6 flex flex-wrap items-center justify-between gap-3 border-2 border-s-6 border-danger-text px-4 py-3">
      <p className="font-semibold text-danger-text">{trouble.text}</p>
      <div className="flex flex-wrap gap-2 empty:hidden">
        <Ways trouble={trouble} ways={ways} />
      </div>
    </div>
  )
}

function Ways({ trouble: { kind }, ways }: { trouble: Trouble; ways: WaysOut }) {
  if (kind === 'signed-out')
    return (
      <a href={signInAgainHref(ways.path)} className={buttonClass({ tone: 'primary' })}>
        {m.wizard_sign_in()}
      </a>
    )
  if (kind === 'saved-before')
    return (
      <a href="/dashboard" className={buttonClass()}>
        {m.wizard_to_dashboard()}
      </a>
    )
  if (kind === 'changed-elsewhere') return <VersionButtons isSaving={ways.isSaving} onLoadSaved={ways.onLoadSaved} onOverwrite={ways.onOverwrite} />
  if (kind === 'published-elsewhere')
    return (
      <a href={`/campaigns/${ways.campaign}`} className={buttonClass()}>
        {m.wizard_view_campaign(nouns)}
      </a>
    )
  if (kind === 'deleted-elsewhere')
    return (
      <Button tone="primary" pending={ways.isSaving} onClick={ways.onSaveAsNew}>
        {m.wizard_save_as_new()}
      </Button>
    )
  return null
}
