import { useState } from 'react'
import { Button } from '#design/button.tsx'
import { m } from '#messages'
import { nouns } from '#platform/brand.ts'
import { readSite } from '#platform/client/site.ts'
import { DeleteDialog } from './delete-dialog.tsx'

export function Leaving() {
  const [isAsking, setAsking] = useState(false)
  return (
    <div className="flex max-w-prose flex-col items-start gap-5">
      <p className="font-semibold">{m.leaving_lead()}</p>
      <ul className="flex list-disc flex-col gap-2 ps-5 marker:text-accent">
        <li>{m.leaving_goes()}</li>
        <li>{m.leaving_stays(nouns)}</li>
        <li>{(readSite().sendsMail ? m.leaving_counted : m.leaving_counted_accounts)()}</li>
        <li>{m.leaving_everywhere()}</li>
      </ul>
      <p className="text-muted">{m.leaving_download()}</p>
      <Button tone="danger" onClick={() => setAsking(true)}>
        {m.leaving_open()}
      </Button>
      {isAsking && <DeleteDialog onClose={() => setAsking(false)} />}
    </div>
  )
}
