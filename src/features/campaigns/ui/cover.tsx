import { Poster } from '#design/poster.tsx'
import { AiBadge } from '#features/media/ui/ai-badge.tsx'
import { StoredPicture } from '#features/media/ui/stored-picture.tsx'
import type { CampaignCard } from '../contract.ts'

/** The poster depends on these texts only, so that the wizard shows the same one as the campaign. */
export const posterSeed = ({ title, target }: { title: string; target: string }) => `${title} ${target}`

type CoverProps = {
  campaign: { title: string; target: { name: string }; industry: CampaignCard['industry']; cover: CampaignCard['cover'] }
  sizes: string
  /** True for the largest element of its page, which is fetched first. */
  isFirst?: boolean
}

/** The picture, or a poster drawn from the texts; always 16:9. It is decorative, because the title is next to it. */
export function Cover({ campaign, sizes, isFirst = false }: CoverProps) {
  const { cover } = campaign
  if (!cover)
    return (
      <Poster
        title={campaign.title}
        kicker={campaign.target.name}
        footer={campaign.industry?.name}
        seed={posterSeed({ title: campaign.title, target: campaign.target.name })}
      />
    )
  const picture = <StoredPicture picture={cover} sizes={sizes} alt="" isFirst={isFirst} className="aspect-video" />
  if (!isFirst || !cover.isGenerated) return picture
  return (
    <span className="relative block">
      {picture}
      <AiBadge className="absolute end-2 bottom-2" />
    </span>
  )
}
