import { m } from '#messages'
import { normalized } from '#platform/text.ts'
import type { WizardDraft } from '../draft.ts'
import { CoverPicture } from './cover-preview.tsx'
import type { CoverWork } from './use-cover.ts'

type PreviewProps = { draft: WizardDraft; work: CoverWork | null }

/** A preview of the head of the campaign's page, with pale placeholders for missing texts. */
export function PagePreview({ draft, work }: PreviewProps) {
  const title = normalized(draft.title)
  const goal = normalized(draft.goal)
  const [action] = draft.actions.map(({ text }) => normalized(text)).filter(Boolean)
  return (
    <section id="wizard-page-preview" aria-label={m.wizard_page_preview_of()}>
      <p aria-hidden="true" className="type-kicker mb-2 text-muted">
        {m.wizard_page_preview()}
      </p>
      <div className="border-2 border-ink p-5 wrap-anywhere">
        <p dir="auto" className={title ? titleClass : `${titleClass} text-muted`}>
          {title || m.wizard_page_preview_title()}
        </p>
        <p className="mt-4 text-muted">{m.wizard_page_preview_asks({ target: draft.target?.name ?? m.wizard_page_preview_target() })}</p>
        <p dir="auto" className={goal ? goalClass : `${goalClass} text-muted`}>
          {goal || m.wizard_page_preview_goal()}
        </p>
        <div className="mt-4 empty:hidden">
          <CoverPicture draft={draft} work={work} />
        </div>
        <div className="mt-5 border-t-2 border-ink pt-3">
          <p className="type-title text-lg">{m.campaigns_do()}</p>
          <p dir="auto" className={action ? 'mt-1' : 'mt-1 text-muted'}>
            {action ?? m.wizard_page_preview_action()}
          </p>
        </div>
      </div>
    </section>
  )
}

const titleClass = 'type-title text-3xl leading-none text-balance hyphens-auto'
const goalClass = 'mt-1 text-lg leading-snug font-semibold'
