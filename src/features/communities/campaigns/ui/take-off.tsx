import { X } from 'lucide-react'
import { IconButton } from '#design/button.tsx'
import { m } from '#messages'
import { useLinks } from './use-links.ts'

export function TakeOff({ campaignId, community: { id, name } }: { campaignId: string; community: { id: string; name: string } }) {
  const { unlinkAsCreator } = useLinks(id)
  return (
    // Stacked above the card's link, which covers the whole card.
    <IconButton
      label={m.community_campaigns_unlink_named({ title: name })}
      className="relative z-10 shrink-0"
      onClick={() => void unlinkAsCreator({ campaignId, name })}
    >
      <X className="size-5" aria-hidden="true" />
    </IconButton>
  )
}
