import { Poster } from '#design/poster.tsx'
import type { WizardDraft } from '../draft.ts'

/** What will stand above the campaign: the picture, the one on its way, or the poster drawn from its words. */
export function CoverPreview({ draft, uploading }: { draft: WizardDraft; uploading: string | null }) {
  const { cover, target, title } = draft
  const frame = 'block aspect-video w-full bg-sunk object-cover'
  if (uploading !== null) return <img src={uploading} alt="" className={frame} />
  if (cover === null) {
    const industry = target?.kind === 'known' ? target.industry : target?.industry?.name
    return <Poster title={title} kicker={target?.name} footer={industry ?? undefined} seed={title} />
  }
  return (
    <img
      src={cover.url}
      srcSet={cover.srcSet || undefined}
      sizes="(min-width: 48rem) 40rem, 100vw"
      width={cover.width}
      height={cover.height}
      alt=""
      className={frame}
      style={{ background: `center / cover url("${cover.placeholder}")` }}
    />
  )
}
