import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { EditFrame } from '#design/edit-frame.tsx'
import { TextArea } from '#design/text-field.tsx'
import { m } from '#messages'
import { useKeptTexts } from '#platform/client/kept-text.ts'
import { refusalOf } from '#platform/client/refusal-of.ts'
import type { Comment } from '../contract.ts'
import { bodyProblems, mayBeBlank } from '../policy.ts'
import { commentLimits } from '../terms.ts'
import { api } from './api.ts'
import { changeComment } from './comment-cache.ts'
import { commentProblem, commentText } from './problem-text.ts'
import { formKeys, type Scene } from './scene.ts'

type EditFormProps = { scene: Scene & { viewerId: string }; comment: Comment; onClose: () => void }

/** The form that replaces the viewer's own comment while it is edited. */
export function EditForm({ scene, comment: { id, body, pictures }, onClose }: EditFormProps) {
  const queryClient = useQueryClient()
  const { texts, change, clear } = useKeptTexts(formKeys.edit(scene.viewerId, id), { body })
  const [isSaving, setSaving] = useState(false)
  const [problem, setProblem] = useState<string | undefined>()
  const area = useRef<HTMLTextAreaElement>(null)
  useEffect(() => area.current?.focus(), [])

  const close = () => {
    clear()
    onClose()
  }
  async function save() {
    if (isSaving) return
    const { body: wrong } = bodyProblems(texts.body, { isBlankFit: mayBeBlank(scene.about) && pictures.length > 0 })
    setProblem(wrong && commentText(wrong))
    if (wrong) return
    setSaving(true)
    try {
      const { bodyHtml, body: saved, isEdited, moderation } = await api.edit.call({ id, body: texts.body })
      changeComment(queryClient, id, (comment) => ({ ...comment, body: saved, bodyHtml, isEdited, moderation }))
      close()
    } catch (error) {
      if (refusalOf(error)?.code === 'UNAUTHORIZED') return window.location.assign(scene.signInTo(id))
      setProblem(m.comments_edit_failed({ message: commentProblem(error) }))
      setSaving(false)
    }
  }

  return (
    <EditFrame save={save} isSaving={isSaving} onCancel={close}>
      <TextArea
        ref={area}
        label={m.comments_edit_label()}
        rows={4}
        value={texts.body}
        onChange={({ target }) => change({ body: target.value })}
        error={problem}
        count={{ max: commentLimits.body }}
        readOnly={isSaving}
        dir="auto"
      />
    </EditFrame>
  )
}
