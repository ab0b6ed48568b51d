import { Link } from '@tanstack/react-router'
import { Check, Printer } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button, buttonClass } from '#design/button.tsx'
import { cx } from '#design/classes.ts'
import { CopyButton } from '#design/copy-button.tsx'
import { VisuallyHidden } from '#design/navigation.tsx'
import { Tally } from '#design/tally.tsx'
import type { Campaign } from '#features/campaigns/contract.ts'
import { addressPart } from '#features/campaigns/terms.ts'
import { firstMilestone } from '#features/notifications/terms.ts'
import { useCount } from '#features/pledges/ui/counts.ts'
import { ShareRow } from '#features/site/sharing/ui/share-row.tsx'
import { m } from '#messages'
import { nouns } from '#platform/brand.ts'
import { readSite } from '#platform/client/site.ts'
import { formatCount } from '#platform/format.ts'
import { useFirstDay } from './use-first-day.ts'

type FirstDayProps = {
  campaign: Campaign
  /** True on the campaign's own page, which printing turns into a poster. */
  isOnItsPage?: boolean
}

/** For the organizer of a new campaign: the number of the first ten supporters, and five steps to find the others. */
export function FirstDay({ campaign, isOnItsPage = false }: FirstDayProps) {
  const { supporters } = useCount(campaign.id, campaign.count, { isLive: false })
  const { done, recordShared, recordPoster } = useFirstDay(campaign)
  const slug = addressPart(campaign)
  const address = `${readSite().origin}/campaigns/${slug}`
  const words = { title: campaign.title, target: campaign.target.name, address }
  const doneCount = Object.values(done).filter(Boolean).length
  return (
    <section aria-labelledby="first-day" className="border-2 border-ink p-4 sm:p-6 print:hidden">
      <header className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3">
        <div>
          <h2 id="first-day" className="type-title text-2xl text-balance">
            {supporters < firstMilestone ? m.admin_first_title() : m.admin_first_reached()}
          </h2>
          <p className="mt-1 text-sm text-muted">{m.admin_first_done({ done: formatCount(doneCount) })}</p>
        </div>
        <p className="flex items-center gap-3">
          <Tally counted={Math.min(supporters, 5)} className="size-12" />
          <Tally counted={Math.min(Math.max(supporters - 5, 0), 5)} className="size-12" />
          <span className="text-sm tabular-nums">{m.admin_first_count({ count: formatCount(supporters) })}</span>
        </p>
      </header>
      <ol className="mt-4 border-t border-ink">
        <Step isDone={done.shared} title={m.admin_first_send()} stays>
          <ShareRow address={address} text={m.campaigns_share_text(words)} onShared={recordShared} />
          <details className="w-full">
            <summary className="link inline-flex min-h-11 items-center text-sm">{m.admin_first_texts()}</summary>
            <div className="mt-1 grid gap-4 md:grid-cols-2">
              <ReadyText name={m.admin_first_chat()} text={m.admin_first_chat_text(words)} onCopied={recordShared} />
              <ReadyText
                name={m.admin_first_email()}
                text={`${m.admin_first_email_subject(words)}\n\n${m.admin_first_email_text({ ...words, ...nouns, demand: campaign.summary })}`}
                onCopied={recordShared}
              />
            </div>
          </details>
        </Step>
        <Step isDone={done.poster} title={m.admin_first_poster()}>
          {isOnItsPage ? (
            <Button
              icon={<Printer className="size-4" aria-hidden="true" />}
              onClick={() => {
                recordPoster()
                window.print()
              }}
            >
              {m.admin_first_print()}
            </Button>
          ) : (
            <Link to="/campaigns/$slug" params={{ slug }} className={buttonClass()}>
              {m.admin_first_print_there()}
            </Link>
          )}
        </Step>
        <Step isDone={done.update} title={m.admin_first_update()}>
          <Link to="/campaigns/$slug/admin" params={{ slug }} hash="post-update" className={buttonClass()}>
            {m.updates_write()}
          </Link>
        </Step>
        <Step isDone={done.community} title={m.admin_first_community()}>
          <Link to="/communities" className={buttonClass()}>
            {m.admin_first_communities()}
          </Link>
        </Step>
        <Step isDone={done.picture} title={m.admin_first_picture()}>
          <Link to="/campaigns/$slug/edit" params={{ slug }} className={buttonClass()}>
            {m.admin_first_add_picture()}
          </Link>
        </Step>
      </ol>
    </section>
  )
}

type StepProps = { isDone: boolean; title: string /** Keeps its actions when it is done. */; stays?: boolean; children: ReactNode }

/** A step and its state. Its actions are hidden when it is done, unless `stays` is set. */
function Step({ isDone, title, stays = false, children }: StepProps) {
  return (
    <li className="grid grid-cols-[1.5rem_1fr] gap-x-3 border-b border-line py-3 last:border-b-0 last:pb-0">
      <span aria-hidden="true" className={cx('grid size-6 place-items-center border-2', isDone ? 'border-ink bg-ink text-paper' : 'border-edge')}>
        {isDone && <Check className="size-4" strokeWidth={3} />}
      </span>
      <div className="flex min-w-0 flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <p className={cx('leading-6', isDone ? 'text-muted' : 'font-semibold')}>
          {title}
          {isDone && <VisuallyHidden> {m.admin_first_is_done()}</VisuallyHidden>}
        </p>
        {(!isDone || stays) && children}
      </div>
    </li>
  )
}

function ReadyText({ name, text, onCopied }: { name: string; text: string; onCopied: () => void }) {
  return (
    <figure className="flex flex-col items-start gap-2 border-s-2 border-ink ps-3">
      <figcaption className="type-label text-sm text-muted">{name}</figcaption>
      <p dir="auto" className="text-sm whitespace-pre-line wrap-anywhere">
        {text}
      </p>
      <CopyButton size="sm" text={text} label={m.admin_first_copy()} onCopied={onCopied} />
    </figure>
  )
}
