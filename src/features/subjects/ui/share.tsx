import { Share2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button, buttonClass } from '#design/button.tsx'
import { CopyLink, ShareBar } from '#features/campaigns/ui/public.ts'
import { ClosingDetails } from '#features/site/ui/public.ts'
import { m } from '#messages'
import { readSite } from '#platform/client/site.ts'
import type { Subject } from './api.ts'
import { addressOf } from './load.ts'

const texts = { targets: m.subjects_share_target, industries: m.subjects_share_industry, causes: m.subjects_share_cause }
const sharedOf = (subject: Subject) => ({ address: `${readSite().origin}${addressOf(subject)}`, text: texts[subject.kind]({ name: subject.name }) })

/** The device's own way to share where it has one, else a menu. */
export function ShareButton({ subject }: { subject: Subject }) {
  const { address, text } = sharedOf(subject)
  const [isNative, setNative] = useState(false)
  useEffect(() => setNative('share' in navigator), [])
  const face = (
    <>
      <Share2 className="size-4" aria-hidden="true" />
      {m.subjects_share()}
    </>
  )
  if (isNative) {
    return (
      <Button size="sm" onClick={() => navigator.share({ title: text, url: address }).catch(() => {})}>
        {face}
      </Button>
    )
  }
  return (
    <ClosingDetails className="relative shrink-0">
      <summary className={buttonClass({ size: 'sm' })}>{face}</summary>
      <fieldset aria-label={m.subjects_share_menu()} className="absolute start-0 z-20 mt-1 border border-t-4 border-ink bg-raised p-1 sm:start-auto sm:end-0">
        <CopyLink address={address} label={m.subjects_copy()} />
      </fieldset>
    </ClosingDetails>
  )
}

export const ShareRow = ({ subject }: { subject: Subject }) => <ShareBar {...sharedOf(subject)} />
