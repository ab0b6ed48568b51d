import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#design/button.tsx'
import { Dialog } from '#design/dialog.tsx'
import { TextArea, TextField } from '#design/text-field.tsx'
import { moderationLimits } from '#features/moderation/terms.ts'
import { m } from '#messages'
import { nouns } from '#platform/brand.ts'
import { refusalOf } from '#platform/client/refusal-of.ts'
import { lastPart } from '#platform/last-part.ts'
import type { SwitchName } from '#platform/site-switches.ts'
import type { OnSwitch } from '../contract.ts'
import { switchProblems } from '../policy.ts'
import { switchLimits } from '../terms.ts'
import { api, siteSwitches } from './api.ts'
import { switchText } from './switch-text.ts'

/** `campaign`: the campaign that people can join again. */
export type SwitchTurn = { name: SwitchName; isOn: boolean; campaign: OnSwitch['campaign'] }

const problemTexts: Record<string, () => string> = {
  REASON_MISSING: m.moderation_reason_missing,
  REASON_TOO_LONG: m.moderation_reason_too_long,
  BANNER_MISSING: m.switches_text_missing,
  BANNER_TOO_LONG: m.switches_text_too_long,
  CAMPAIGN_UNKNOWN: () => m.switches_campaign_unknown(nouns),
}

/** Asks for the reason, and for what else the switch needs, then turns it on or off. */
export function SwitchDialog({ turn: { name, isOn, campaign }, onClose }: { turn: SwitchTurn; onClose: () => void }) {
  const queryClient = useQueryClient()
  const [texts, setTexts] = useState({ reason: '', text: '', campaign: '' })
  const [problems, setProblems] = useState<Record<string, string>>({})
  const [isFailed, setFailed] = useState(false)
  const [isSaving, setSaving] = useState(false)
  const problemOf = (field: string) => problemTexts[problems[field] ?? '']?.()
  const change = (field: keyof typeof texts) => (event: { target: { value: string } }) => setTexts((before) => ({ ...before, [field]: event.target.value }))

  async function save() {
    const found = switchProblems({ name, isOn, ...texts })
    setProblems(found)
    setFailed(false)
    if (Object.keys(found).length > 0 || isSaving) return
    setSaving(true)
    try {
      const { reason, text } = texts
      const input = { name, isOn, reason, text, ...(name === 'joining_paused' ? { campaign: campaign?.id ?? lastPart(texts.campaign) } : {}) }
      queryClient.setQueryData(siteSwitches().queryKey, await api.set.call(input))
      onClose()
    } catch (error) {
      const fields = refusalOf(error)?.fields ?? {}
      setProblems(fields)
      setFailed(Object.keys(fields).length === 0)
      setSaving(false)
    }
  }

  const footer = (
    <>
      <Button tone="quiet" onClick={onClose}>
        {m.switches_cancel()}
      </Button>
      <Button tone="primary" pending={isSaving} onClick={save}>
        {isOn ? m.switches_turn_on() : m.switches_turn_off()}
      </Button>
    </>
  )
  const { label, does } = switchText(name)
  const title = name !== 'joining_paused' ? label : campaign ? m.switches_resume_ask({ title: campaign.title }) : m.switches_pause_ask(nouns)
  return (
    <Dialog open onClose={onClose} title={title} footer={footer} atBottom>
      <div className="flex flex-col gap-4">
        {isOn && <p className="text-muted">{does}</p>}
        {name === 'joining_paused' && isOn && (
          <TextField
            label={m.switches_campaign(nouns)}
            hint={m.switches_campaign_hint()}
            value={texts.campaign}
            onChange={change('campaign')}
            error={problemOf('campaign')}
            autoCapitalize="none"
            spellCheck={false}
          />
        )}
        {name === 'banner' && isOn && (
          <TextArea
            label={m.switches_text()}
            value={texts.text}
            onChange={change('text')}
            error={problemOf('text')}
            count={{ max: switchLimits.text }}
            rows={2}
            dir="auto"
          />
        )}
        <TextArea
          label={m.switches_reason()}
          hint={m.switches_reason_hint()}
          value={texts.reason}
          onChange={change('reason')}
          error={problemOf('reason')}
          count={{ max: moderationLimits.reason }}
          rows={3}
          dir="auto"
        />
        {isFailed && (
          <p role="alert" className="font-semibold text-danger-text">
            {m.switches_save_failed()}
          </p>
        )}
      </div>
    </Dialog>
  )
}
