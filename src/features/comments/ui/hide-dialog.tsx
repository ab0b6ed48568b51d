import { ReasonDialog } from '#features/moderation/ui/reason-dialog.tsx'
import { m } from '#messages'

type HideDialogProps = { hide: (reason: string) => Promise<void>; onClose: () => void }

/** Asks the organizer for the reason that the author of the comment reads. */
export const HideDialog = ({ hide, onClose }: HideDialogProps) => (
  <ReasonDialog
    title={m.comments_hide_title()}
    action={m.comments_hide()}
    hint={m.comments_hide_reason_hint()}
    save={hide}
    onClose={onClose}
    texts={{ MODERATOR_DECIDED: m.comments_hide_decided, HIDDEN_OFTEN: m.comments_hide_often }}
    failed={m.comments_hide_failed}
  >
    <p>{m.comments_hide_text()}</p>
  </ReasonDialog>
)
