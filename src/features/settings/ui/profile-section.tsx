import { useSuspenseQuery } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { characterCount } from '#design/counter.tsx'
import { SwitchField } from '#design/switch-field.tsx'
import { TextArea, TextField } from '#design/text-field.tsx'
import { focusFirstProblem } from '#features/accounts/ui/form-parts.tsx'
import { m } from '#messages'
import { authorName } from '#platform/names.ts'
import { profileLimits } from '../terms.ts'
import { ownSettings } from './api.ts'
import { AvatarField } from './avatar-field.tsx'
import { SaveRow } from './save-row.tsx'
import { useUnsaved } from './unsaved.ts'
import { useAvatar } from './use-avatar.ts'
import { useSave } from './use-save.ts'
import { useTyped } from './use-typed.ts'

/** The public profile. */
export function ProfileSection() {
  const { data } = useSuspenseQuery(ownSettings())
  const { displayName, firstName, lastName, bio, allowDms } = data
  const { values, changes, type, clear } = useTyped('profile', { displayName, firstName, lastName, bio, allowDms })
  const { save, isSaving, isSaved, problem, errors } = useSave(m.settings_profile_failed)
  const avatar = useAvatar()
  const isAvatarChanged = avatar.chosen !== undefined && (avatar.chosen !== null || data.avatarUrl !== null)
  useUnsaved('avatar', { isChanged: isAvatarChanged, discard: avatar.clear })
  const canSave = (Object.keys(changes).length > 0 || isAvatarChanged) && avatar.sent === null

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (!canSave) return
    const form = event.currentTarget
    if (await save({ ...changes, ...(isAvatarChanged ? { avatarMediaId: avatar.chosen?.mediaId ?? null } : {}) })) {
      clear(changes)
      avatar.clear()
    } else focusFirstProblem(form)
  }

  const names = (name: 'displayName' | 'firstName' | 'lastName', max: number) => ({
    name,
    count: { max },
    value: values[name],
    onChange: (event: { target: { value: string } }) => type({ [name]: event.target.value }),
    error: errors[name],
  })
  return (
    <form method="post" onSubmit={submit} noValidate className="flex flex-col gap-6">
      <AvatarField name={values.displayName} saved={data.avatarUrl} avatar={avatar} error={errors.avatarMediaId} />
      <TextField
        label={m.settings_display_name()}
        hint={m.settings_display_name_hint()}
        autoComplete="nickname"
        {...names('displayName', profileLimits.displayName)}
      />
      <div className="flex flex-col gap-2">
        <div className="grid gap-6 sm:grid-cols-2">
          <TextField label={m.settings_first_name()} autoComplete="given-name" {...names('firstName', leftOver(values.lastName))} />
          <TextField label={m.settings_last_name()} autoComplete="family-name" {...names('lastName', leftOver(values.firstName))} />
        </div>
        <p className="text-sm text-muted">
          {m.settings_names_hint({ name: authorName(values.firstName.trim(), values.lastName.trim()) ?? m.settings_names_anonymous() })}
        </p>
      </div>
      <TextArea
        label={m.settings_bio()}
        name="bio"
        rows={5}
        count={{ max: profileLimits.bio, from: 0 }}
        value={values.bio}
        onChange={(event) => type({ bio: event.target.value })}
        error={errors.bio}
      />
      <div className="border-y border-line">
        <SwitchField label={m.settings_allow_dms()} hint={m.settings_allow_dms_hint()} checked={values.allowDms} onChange={(on) => type({ allowDms: on })} />
      </div>
      <SaveRow canSave={canSave} isUnsaved={canSave} isSaving={isSaving} saved={isSaved ? m.settings_profile_saved() : null} problem={problem} />
    </form>
  )
}

/** Maximum length of the first or last name, given the other one: both share the limit of the full name. */
function leftOver(other: string): number {
  const taken = characterCount(other)
  return Math.max(0, profileLimits.fullName - taken - (taken > 0 ? 1 : 0))
}
