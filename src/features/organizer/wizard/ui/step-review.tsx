import { useStore } from '@tanstack/react-form'
import type { ReactNode } from 'react'
import { Chip } from '#design/badge.tsx'
import { Button } from '#design/button.tsx'
import { ClosedNotice } from '#features/moderation/switches/ui/closed-notice.tsx'
import { m } from '#messages'
import { formatCents, formatCount } from '#platform/format.ts'
import { normalized } from '#platform/text.ts'
import { parseCents, parseCount } from '../amounts.ts'
import type { WizardDraft } from '../draft.ts'
import { perBasis } from './basis-text.ts'
import { CoverPreview } from './cover-preview.tsx'
import { CoverWorkNote } from './cover-work.tsx'
import { ImpactPreview } from './impact-preview.tsx'
import { stepTitle } from './step-titles.ts'
import type { Cover } from './use-cover.ts'
import type { Intent } from './use-save.ts'
import type { StepProps } from './wizard-form.ts'

type ReviewProps = Pick<StepProps, 'form'> & { cover: Cover; onEdit: (step: number) => void }

export function StepReview({ form, cover, onEdit }: ReviewProps) {
  const draft = useStore(form.store, ({ values }) => values)
  return (
    <div className="-mt-2">
      <Section step={1} onEdit={onEdit}>
        <p className="type-title text-2xl [overflow-wrap:anywhere]">{normalized(draft.title)}</p>
        <TargetLine draft={draft} />
      </Section>
      <Section step={2} onEdit={onEdit}>
        <Fact label={m.wizard_goal()}>{normalized(draft.goal)}</Fact>
        <Fact label={m.wizard_why()}>{normalized(draft.whyItMatters)}</Fact>
        <SourceFacts draft={draft} />
        {normalized(draft.body) && <Fact label={m.wizard_body()}>{normalized(draft.body)}</Fact>}
        <Fact label={m.wizard_causes()}>
          <span className="mt-1 flex flex-wrap gap-2">
            {draft.causes.map(({ id, name }) => (
              <Chip key={id ?? name} label={id === null ? `${name} ${m.wizard_new()}` : name} />
            ))}
          </span>
        </Fact>
      </Section>
      <Section step={3} onEdit={onEdit}>
        <ActionsAndAlternatives draft={draft} />
      </Section>
      <Section step={4} onEdit={onEdit}>
        <ImpactFacts draft={draft} />
      </Section>
      <Section step={5} onEdit={onEdit} edit={draft.cover === null && !cover.work ? m.wizard_add() : undefined}>
        <div className="overflow-hidden rounded-md border border-line">
          <CoverPreview draft={draft} work={cover.work} />
          {cover.work && <CoverWorkNote work={cover.work} onCancel={cover.stop} />}
        </div>
        {draft.cover === null && !cover.work && <p className="text-sm text-muted">{m.wizard_cover_none()}</p>}
      </Section>
    </div>
  )
}

/** Saving is disabled while the cover is uploading, so that it is not left out. */
type SaveButtonsProps = { cover: Cover; saving: Intent | null; onSave: (intent: Intent) => void }

export function SaveButtons({ cover, saving, onSave }: SaveButtonsProps) {
  const isWaiting = cover.work !== null || saving !== null
  return (
    <div className="flex flex-col gap-3">
      <ClosedNotice by="no_new_campaigns" />
      <div className="flex flex-col-reverse gap-3 sm:flex-row">
        <Button size="lg" pending={saving === 'draft'} disabled={isWaiting && saving !== 'draft'} onClick={() => onSave('draft')}>
          {m.wizard_save_draft()}
        </Button>
        <Button size="lg" tone="primary" pending={saving === 'publish'} disabled={isWaiting && saving !== 'publish'} onClick={() => onSave('publish')}>
          {m.wizard_publish()}
        </Button>
      </div>
    </div>
  )
}

type SectionProps = { step: number; onEdit: (step: number) => void; edit?: string | undefined; children: ReactNode }

function Section({ step, onEdit, edit = m.wizard_edit(), children }: SectionProps) {
  return (
    <section className="border-t border-ink py-4">
      <header className="mb-1 flex items-center justify-between gap-4">
        <h3 className="type-kicker text-muted">{stepTitle(step)}</h3>
        <button
          type="button"
          className="link -my-2 inline-flex min-h-11 items-center px-1 font-semibold"
          aria-label={m.wizard_edit_part({ edit, part: stepTitle(step) })}
          onClick={() => onEdit(step)}
        >
          {edit}
        </button>
      </header>
      <div className="flex flex-col gap-3">{children}</div>
    </section>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <p className="text-sm text-muted">{label}</p>
      <div className="max-w-prose whitespace-pre-line [overflow-wrap:anywhere]">{children}</div>
    </div>
  )
}

function TargetLine({ draft: { target } }: { draft: WizardDraft }) {
  if (target === null) return null
  const industry = target.kind === 'known' ? target.industry : target.industry?.name
  const details = [industry, target.kind === 'new' && target.websiteUrl].filter(Boolean).join(' · ')
  return (
    <p>
      <strong>{target.name}</strong>
      {details && <span className="text-muted"> · {details}</span>}
      {target.kind === 'new' && <span className="text-muted"> {m.wizard_new()}</span>}
    </p>
  )
}

function SourceFacts({ draft }: { draft: WizardDraft }) {
  const sources = draft.sources.filter(({ url }) => normalized(url))
  if (sources.length === 0) return null
  return (
    <Fact label={m.wizard_sources()}>
      <ol className="list-decimal ps-6">
        {sources.map(({ key, url, description }) => (
          <li key={key}>
            {normalized(description)} <span className="text-muted">{normalized(url)}</span>
          </li>
        ))}
      </ol>
    </Fact>
  )
}

function ActionsAndAlternatives({ draft }: { draft: WizardDraft }) {
  const actions = draft.actions.filter(({ text }) => normalized(text))
  const alternatives = draft.alternatives.filter(({ name }) => normalized(name))
  return (
    <>
      <Fact label={m.wizard_actions()}>
        <ol className="list-decimal ps-6">
          {actions.map(({ key, text }) => (
            <li key={key}>{normalized(text)}</li>
          ))}
        </ol>
      </Fact>
      <Fact label={m.wizard_alternatives()}>
        <ol className="list-decimal ps-6">
          {alternatives.map(({ key, name, url, note }) => (
            <li key={key}>
              <strong>{normalized(name)}</strong>
              {normalized(url) && <span className="text-muted"> {normalized(url)}</span>}
              {normalized(note) && <span className="block text-sm">{normalized(note)}</span>}
            </li>
          ))}
        </ol>
      </Fact>
    </>
  )
}

function ImpactFacts({ draft }: { draft: WizardDraft }) {
  const goal = parseCount(draft.supportersGoal)
  const spend = parseCents(draft.spend)
  return (
    <>
      {draft.mode === 'monetary' && spend !== null && (
        <p>
          <strong>{normalized(draft.productService)}</strong>
          <span className="tabular-nums">
            {' '}
            · {formatCents(spend)} {perBasis(draft.durationBasis)}
          </span>
        </p>
      )}
      {goal !== null && <Fact label={m.wizard_supporter_goal()}>{formatCount(goal)}</Fact>}
      <ImpactPreview draft={draft} />
    </>
  )
}
