import { useQuery } from '@tanstack/react-query'
import { TextArea, TextField } from '#design/text-field.tsx'
import { PostForm } from '#features/media/ui/post-form.tsx'
import { m } from '#messages'
import { formatCount } from '#platform/format.ts'
import { updateLimits } from '../terms.ts'
import { api } from './api.ts'
import { type UpdateFormOptions, usePostUpdate } from './use-post-update.ts'

type UpdateFormProps = Omit<UpdateFormOptions, 'requireTitle'> & {
  /** The admin page requires a title; elsewhere an update without one is called "Update". */
  requireTitle?: boolean
  onClose?: () => void
}

export function UpdateForm({ requireTitle = false, onClose, ...options }: UpdateFormProps) {
  const { posting, texts, change, errors, post } = usePostUpdate({ ...options, requireTitle })
  const hint = useReachHint(options.campaignId)
  return (
    <PostForm
      posting={posting}
      submit={m.updates_post()}
      onPost={post}
      cancel={onClose && { label: m.updates_cancel(), onCancel: onClose }}
      className="gap-4 border border-line bg-raised p-4"
    >
      <TextField
        label={m.updates_form_title()}
        optional={!requireTitle}
        value={texts.title}
        onChange={({ target }) => change({ title: target.value })}
        error={errors.title}
        count={{ max: updateLimits.title }}
        readOnly={posting.isPosting}
      />
      <TextArea
        label={m.updates_form_body()}
        hint={hint}
        rows={6}
        value={texts.body}
        onChange={({ target }) => change({ body: target.value })}
        error={errors.body}
        count={{ max: updateLimits.body }}
        readOnly={posting.isPosting}
        dir="auto"
      />
    </PostForm>
  )
}

/** A hint with the number of recipients; a general hint until the number is known. */
function useReachHint(campaignId: string): string {
  const { data } = useQuery(api.reach.queryOptions({ input: { id: campaignId } }))
  if (!data) return m.updates_form_hint()
  return data.people === 0 ? m.updates_form_reach_nobody() : m.updates_form_reach({ count: data.people, people: formatCount(data.people) })
}
