import { Button } from '#design/button.tsx'
import { ProgressBar } from '#design/progress-bar.tsx'
import { Spinner } from '#design/spinner.tsx'
import { m } from '#messages'
import type { CoverWork } from './use-cover.ts'

/** The progress of a cover, with a button that cancels it. */
export function CoverWorkNote({ work, onCancel }: { work: CoverWork; onCancel: () => void }) {
  return (
    <div className="flex items-center gap-4 border-t border-line bg-paper px-4 py-3 text-ink">
      <div className="min-w-0 grow">
        {work.kind === 'uploading' && work.share < 1 ? (
          <>
            <p className="mb-1 text-sm tabular-nums">{m.wizard_cover_uploading_share({ percent: Math.floor(work.share * 100) })}</p>
            <ProgressBar
              value={work.share}
              max={1}
              size="sm"
              label={m.wizard_cover_uploading()}
              text={m.wizard_cover_uploading_share({ percent: Math.floor(work.share * 100) })}
            />
          </>
        ) : (
          <Spinner label={work.kind === 'generating' ? m.wizard_cover_generating() : m.wizard_cover_preparing()} className="size-6 shrink-0" />
        )}
      </div>
      <Button size="sm" onClick={onCancel}>
        {m.design_cancel()}
      </Button>
    </div>
  )
}
