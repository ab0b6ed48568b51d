import { Link } from '@tanstack/react-router'
import { Pencil } from 'lucide-react'
import { buttonClass } from '#design/button.tsx'
import { m } from '#messages'

/** To the wizard with one's own saved draft in it. */
export function ContinueEditing({ id, title }: { id: string; title: string }) {
  return (
    <Link to="/campaigns/create" search={{ draft: id }} aria-label={m.campaigns_draft_continue_named({ title })} className={buttonClass()}>
      <Pencil className="size-4 shrink-0" />
      {m.campaigns_draft_continue()}
    </Link>
  )
}
