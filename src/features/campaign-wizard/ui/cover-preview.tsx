import { Poster } from '#design/poster.tsx'
import { posterSeed } from '#features/campaigns/ui/public.ts'
import { AiBadge, StoredPicture } from '#features/media/ui/public.ts'
import type { WizardDraft } from '../draft.ts'
import type { CoverWork } from './use-cover.ts'

/** What will stand above the campaign: the picture, the one on its way, or the poster drawn from its words. */
export function CoverPreview({ draft, work }: { draft: WizardDraft; work: CoverWork | null }) {
  const { cover, target, title } = draft
  if (work?.kind === 'uploading') return <img src={work.preview} alt="" className="block aspect-video w-full bg-sunk object-cover" />
  if (cover === null) {
    const industry = target?.kind === 'known' ? target.industry : target?.industry?.name
    return <Poster title={title} kicker={target?.name} footer={industry ?? undefined} seed={posterSeed({ title, target: target?.name ?? '' })} />
  }
  return (
    <span className="relative block">
      <StoredPicture picture={cover} sizes="(min-width: 48rem) 40rem, 100vw" alt="" isFirst className="aspect-video" />
      {cover.isGenerated && <AiBadge className="absolute end-2 top-2" />}
    </span>
  )
}
