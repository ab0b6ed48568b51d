import { Poster } from '#design/poster.tsx'
import type { CampaignCard } from '../contract.ts'

type CoverProps = {
  campaign: { id: string; title: string; target: { name: string }; industry: CampaignCard['industry']; cover: CampaignCard['cover'] }
  sizes: string
  /** The largest thing on its page: fetched first. */
  isFirst?: boolean
}

/** The picture, or the poster drawn from the words; always 16:9. Decoration: the title stands beside it. */
export function Cover({ campaign, sizes, isFirst = false }: CoverProps) {
  const { cover } = campaign
  if (!cover) return <Poster title={campaign.title} kicker={campaign.target.name} footer={campaign.industry?.name} seed={campaign.id} />
  return (
    <span className="block aspect-video overflow-hidden bg-sunk bg-cover bg-center" style={{ backgroundImage: `url("${cover.placeholder}")` }}>
      <img
        src={cover.url}
        srcSet={cover.srcSet}
        sizes={sizes}
        width={cover.width}
        height={cover.height}
        alt=""
        loading={isFirst ? 'eager' : 'lazy'}
        fetchPriority={isFirst ? 'high' : 'auto'}
        decoding="async"
        className="size-full object-cover"
      />
    </span>
  )
}
