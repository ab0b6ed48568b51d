import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { RadioGroup } from '#design/radio-group.tsx'
import { useToast } from '#design/toasts.tsx'
import { ReasonDialog } from '#features/moderation/ui/reason-dialog.tsx'
import { m } from '#messages'
import { muteDays } from '../terms.ts'
import { api } from './api.ts'
import { reasons } from './use-act.ts'

type MuteDialogProps = {
  communityId: string
  person: { id: string; name: string }
  /** Offers a ban too. */
  withBan?: boolean
  onClose: () => void
}

/** Mutes a person in a community for some time, or bans them. */
export function MuteDialog({ communityId, person: { id: personId, name }, withBan = false, onClose }: MuteDialogProps) {
  const queryClient = useQueryClient()
  const toast = useToast()
  const [choice, setChoice] = useState('1')
  const isBan = choice === 'ban'

  async function save(reason: string) {
    if (isBan) await api.ban.call({ id: communityId, personId })
    else await api.mute.call({ id: communityId, personId, days: muteDays.find((days) => String(days) === choice) ?? null, reason })
    toast({ text: isBan ? m.community_members_ban_done({ name }) : m.community_members_mute_done({ name }) })
    void queryClient.invalidateQueries({ queryKey: api.key() })
  }

  const days = muteDays.map((each) => ({
    value: String(each),
    label: each === null ? m.community_members_mute_for_ever() : m.community_members_mute_days({ count: each }),
  }))
  return (
    <ReasonDialog
      title={withBan ? m.community_members_mute_or_ban_named({ name }) : m.community_members_mute_named({ name })}
      action={isBan ? m.community_members_ban() : m.community_members_mute()}
      hint={m.community_members_mute_reason_hint()}
      save={save}
      onClose={onClose}
      texts={reasons}
      failed={m.community_members_mute_failed}
      needsReason={!isBan}
    >
      <p>{m.community_members_mute_text()}</p>
      <RadioGroup
        legend={m.community_members_mute_for()}
        value={choice}
        onChange={setChoice}
        options={[...days, ...(withBan ? [{ value: 'ban', label: m.community_members_ban_instead(), hint: m.community_members_ban_hint() }] : [])]}
      />
    </ReasonDialog>
  )
}
