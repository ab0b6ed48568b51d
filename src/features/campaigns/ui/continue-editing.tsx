import { Link } from '@tanstack/react-router'
import { Pencil } from 'lucide-react'
import { buttonClass } from '#design/button.tsx'
import { m } from '#messages'

/** Opens the wizard with one of the viewer's own saved drafts. */
export function ContinueEditing({ id, title }: { id: string; title: string }) {
  return (
    <Link to="/campaigns/create" search={{ draft: id }} aria-label={m.campaigns_draft_continue_named({ title })} className={buttonClass()}>
      <Pencil className="size-4 shrink-0" />
      {m.campaigns_draft_continue()}
    </Link>
  )
}
