import { Poster } from '#design/poster.tsx'
import { posterSeed } from '#features/campaigns/ui/cover.tsx'
import { AiBadge } from '#features/media/ui/ai-badge.tsx'
import { StoredPicture } from '#features/media/ui/stored-picture.tsx'
import type { WizardDraft } from '../draft.ts'
import type { CoverWork } from './use-cover.ts'

type CoverProps = { draft: Pick<WizardDraft, 'cover' | 'target' | 'title'>; work: CoverWork | null }

/** The campaign's picture, also during its upload. Without a picture, the poster that is drawn from the campaign's texts. */
export function CoverPreview({ draft, work }: CoverProps) {
  const { cover, target, title } = draft
  if (cover === null && work?.kind !== 'uploading') {
    const industry = target?.kind === 'known' ? target.industry : target?.industry?.name
    return <Poster title={title} kicker={target?.name} footer={industry ?? undefined} seed={posterSeed({ title, target: target?.name ?? '' })} />
  }
  return (
    <span className="relative block">
      <CoverPicture draft={draft} work={work} />
      {cover?.isGenerated && work?.kind !== 'uploading' && <AiBadge className="absolute end-2 top-2" />}
    </span>
  )
}

/** The campaign's picture. Renders nothing if the campaign has no picture, and therefore a poster. */
export function CoverPicture({ draft: { cover }, work }: CoverProps) {
  if (work?.kind === 'uploading') return <img src={work.preview} alt="" className="block aspect-video w-full bg-sunk object-cover" />
  return cover && <StoredPicture picture={cover} sizes="(min-width: 48rem) 40rem, 100vw" alt="" isFirst className="aspect-video" />
}
