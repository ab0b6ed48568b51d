import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { TextArea, TextField } from '#design/text-field.tsx'
import { m } from '#messages'
import { nouns } from '#platform/brand.ts'
import { lastPart } from '#platform/last-part.ts'
import type { SwitchName } from '#platform/site-switches.ts'
import { ReasonDialog } from '../../ui/reason-dialog.tsx'
import type { OnSwitch } from '../contract.ts'
import { bannerProblems } from '../policy.ts'
import { switchLimits } from '../terms.ts'
import { api, siteSwitches } from './api.ts'
import { switchText } from './switch-text.ts'

/** `campaign`: the campaign that people can join again. */
export type SwitchTurn = { name: SwitchName; isOn: boolean; campaign: OnSwitch['campaign'] }

const problemTexts = {
  BANNER_MISSING: m.switches_text_missing,
  BANNER_TOO_LONG: m.switches_text_too_long,
  CAMPAIGN_UNKNOWN: () => m.switches_campaign_unknown(nouns),
}

/** Asks for the reason, and for what else the switch needs, then turns it on or off. */
export function SwitchDialog({ turn: { name, isOn, campaign }, onClose }: { turn: SwitchTurn; onClose: () => void }) {
  const queryClient = useQueryClient()
  const [text, setText] = useState('')
  const [address, setAddress] = useState('')

  async function save(reason: string) {
    const input = { name, isOn, reason, text, ...(name === 'joining_paused' ? { campaign: campaign?.id ?? lastPart(address) } : {}) }
    queryClient.setQueryData(siteSwitches().queryKey, await api.set.call(input))
  }

  const { label, does } = switchText(name)
  const title = name !== 'joining_paused' ? label : campaign ? m.switches_resume_ask({ title: campaign.title }) : m.switches_pause_ask(nouns)
  return (
    <ReasonDialog
      title={title}
      action={isOn ? m.switches_turn_on() : m.switches_turn_off()}
      hint={m.switches_reason_hint()}
      save={save}
      onClose={onClose}
      check={() => name === 'banner' && isOn && bannerProblems(text)}
      texts={problemTexts}
      failed={m.switches_save_failed}
    >
      {(problems) => (
        <>
          {isOn && <p className="text-muted">{does}</p>}
          {name === 'joining_paused' && isOn && (
            <TextField
              label={m.switches_campaign(nouns)}
              hint={m.switches_campaign_hint()}
              value={address}
              onChange={({ target }) => setAddress(target.value)}
              error={problems.campaign}
              autoCapitalize="none"
              spellCheck={false}
            />
          )}
          {name === 'banner' && isOn && (
            <TextArea
              label={m.switches_text()}
              value={text}
              onChange={({ target }) => setText(target.value)}
              error={problems.text}
              count={{ max: switchLimits.text }}
              rows={2}
              dir="auto"
            />
          )}
        </>
      )}
    </ReasonDialog>
  )
}
