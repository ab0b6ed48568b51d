import { CircleAlert } from 'lucide-react'

/** An error of the whole form. The alert element is always rendered, so that screen readers announce its text when it appears. */
export function FormFailure({ text }: { text: string | null }) {
  return (
    <div role="alert" className="empty:hidden">
      {text !== null && (
        <p className="flex gap-3 rounded-sm border-2 border-danger-text bg-raised px-4 py-3 font-semibold text-danger-text">
          <CircleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
          {text}
        </p>
      )}
    </div>
  )
}
