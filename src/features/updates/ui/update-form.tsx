import { TextArea, TextField } from '#design/text-field.tsx'
import { PostForm } from '#features/talk/ui/public.ts'
import { m } from '#messages'
import { nouns } from '#platform/brand.ts'
import { updateLimits } from '../terms.ts'
import { type UpdateFormOptions, usePostUpdate } from './use-post-update.ts'

type UpdateFormProps = Omit<UpdateFormOptions, 'requireTitle'> & {
  /** The admin page asks for a title; elsewhere one without is called "Update". */
  requireTitle?: boolean
  onClose?: () => void
}

/** Where a creator writes to those who follow the campaign. */
export function UpdateForm({ requireTitle = false, onClose, ...options }: UpdateFormProps) {
  const { posting, texts, change, errors, post } = usePostUpdate({ ...options, requireTitle })
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
        hint={m.updates_form_hint(nouns)}
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
