import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { EditFrame } from '#design/edit-frame.tsx'
import { TextArea, TextField } from '#design/text-field.tsx'
import { m } from '#messages'
import { useKeptTexts } from '#platform/client/kept-text.ts'
import { refusalOf } from '#platform/client/refusal-of.ts'
import type { FieldProblems } from '#platform/refusal.ts'
import type { Post } from '../contract.ts'
import { postProblems } from '../policy.ts'
import { postLimits } from '../terms.ts'
import { api } from './api.ts'
import { changePost } from './post-cache.ts'
import { fieldText } from './problem-text.ts'
import { formKeys, type Scene } from './scene.ts'

type EditFormProps = { scene: Scene & { viewerId: string }; post: Post; onClose: () => void }

/** The form that replaces the text of the viewer's own post while it is edited. */
export function EditForm({ scene, post: { id, title, body }, onClose }: EditFormProps) {
  const queryClient = useQueryClient()
  const { texts, change, clear } = useKeptTexts(formKeys.edit(scene.viewerId, id), { title, body })
  const [isSaving, setSaving] = useState(false)
  const [fields, setFields] = useState<FieldProblems>({})
  const [problem, setProblem] = useState<string | null>(null)
  const area = useRef<HTMLTextAreaElement>(null)
  useEffect(() => area.current?.focus(), [])

  const close = () => {
    clear()
    onClose()
  }
  async function save() {
    if (isSaving) return
    const found = postProblems(texts)
    setFields(found)
    setProblem(null)
    if (Object.keys(found).length > 0) return
    setSaving(true)
    try {
      const saved = await api.edit.call({ id, title: texts.title, body: texts.body })
      changePost(queryClient, id, (post) => ({
        ...post,
        title: saved.title,
        body: saved.body,
        bodyHtml: saved.bodyHtml,
        isEdited: saved.isEdited,
        moderation: saved.moderation,
      }))
      close()
    } catch (error) {
      const refusal = refusalOf(error)
      if (refusal?.code === 'UNAUTHORIZED') return window.location.assign(scene.signInTo(id))
      setFields(refusal?.fields ?? {})
      setProblem(m.community_posts_update_failed())
      setSaving(false)
    }
  }

  return (
    <EditFrame save={save} isSaving={isSaving} onCancel={close}>
      <TextField
        label={m.community_posts_form_title()}
        optional
        value={texts.title}
        onChange={({ target }) => change({ title: target.value })}
        error={fieldText(fields.title)}
        count={{ max: postLimits.title }}
        readOnly={isSaving}
        dir="auto"
      />
      <TextArea
        ref={area}
        label={m.community_posts_edit_label()}
        rows={6}
        value={texts.body}
        onChange={({ target }) => change({ body: target.value })}
        error={fieldText(fields.body)}
        count={{ max: postLimits.body }}
        readOnly={isSaving}
        dir="auto"
      />
      <div role="alert" className="font-semibold text-danger-text empty:hidden">
        {problem && <p className="border-s-4 border-danger-text ps-3">{problem}</p>}
      </div>
    </EditFrame>
  )
}
