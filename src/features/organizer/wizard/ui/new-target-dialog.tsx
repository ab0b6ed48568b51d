import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useId, useState } from 'react'
import { useAlert } from '#design/alerts.tsx'
import { Button } from '#design/button.tsx'
import { SelectField } from '#design/choice-field.tsx'
import { Dialog } from '#design/dialog.tsx'
import { TextField } from '#design/text-field.tsx'
import { limits } from '#features/campaigns/validation/terms.ts'
import { allIndustries } from '#features/directory/industries/ui/api.ts'
import { m } from '#messages'
import { isSameName } from '#platform/same-name.ts'
import { isWebAddress, lengthOf, normalized } from '#platform/text.ts'
import type { IndustryChoice, TargetChoice } from '../draft.ts'
import { withScheme } from '../web-address.ts'
import { entryNamed } from './target-named.ts'

type Pending = Extract<TargetChoice, { kind: 'new' }>
type NewTargetProps = { start: Pending; onClose: () => void; onChoose: (target: TargetChoice) => void }

const none = ''
const another = 'new'
const formId = 'new-target'

/** Adds a target that does not exist yet. It is created when the campaign is published. */
export function NewTargetDialog({ start, onClose, onChoose }: NewTargetProps) {
  const { alert } = useAlert()
  const industries = useQuery(allIndustries())
  const [name, setName] = useState(start.name)
  const [website, setWebsite] = useState({ text: start.websiteUrl, left: false })
  const [picked, setPicked] = useState(start.industry === null ? none : (start.industry.id ?? another))
  const [newIndustry, setNewIndustry] = useState(start.industry?.id === null ? start.industry.name : '')
  const nameId = useId()
  useEffect(() => document.getElementById(nameId)?.focus(), [nameId])
  const [isChecking, setChecking] = useState(false)
  const known = industries.data ?? []
  const nameError = lengthOf(name) > limits.name ? m.wizard_problem_name_too_long() : undefined
  const isWebsiteWrong = normalized(website.text) !== '' && !isWebAddress(withScheme(website.text))

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isChecking || !normalized(name) || nameError) return
    setWebsite({ text: withScheme(website.text), left: true })
    if (isWebsiteWrong) return
    const industry = await chosenIndustry()
    if (industry === undefined) return
    setChecking(true)
    const existing = await entryNamed('targets', name)
    setChecking(false)
    if (!existing) return onChoose({ kind: 'new', name: normalized(name), websiteUrl: withScheme(website.text), industry })
    await alert(m.wizard_target_exists({ name: existing.name }))
    onChoose({ kind: 'known', ...existing })
  }

  /** Undefined if an alert was shown and the input must be changed first. */
  async function chosenIndustry(): Promise<IndustryChoice | null | undefined> {
    if (picked === none) return null
    if (picked !== another) return known.find(({ id }) => id === picked) ?? start.industry
    const length = lengthOf(newIndustry)
    if (length < limits.industryName.min || length > limits.industryName.max) {
      await alert(m.wizard_problem_industry_name_length())
      return undefined
    }
    const existing = known.find((industry) => isSameName(industry.name, newIndustry)) ?? (await entryNamed('industries', newIndustry))
    if (!existing) return { id: null, name: normalized(newIndustry) }
    await alert(m.wizard_industry_exists({ name: existing.name }))
    setPicked(existing.id)
    return undefined
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={m.wizard_target_add()}
      footer={
        <>
          <Button onClick={onClose}>{m.design_cancel()}</Button>
          <Button tone="primary" type="submit" form={formId} pending={isChecking} disabled={!normalized(name) || nameError !== undefined}>
            {m.wizard_target_add_submit()}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-5">
        <TextField
          id={nameId}
          label={m.wizard_target_name()}
          value={name}
          onChange={(event) => setName(event.target.value)}
          count={{ max: limits.name }}
          error={nameError}
          autoComplete="off"
        />
        <WebsiteField text={website.text} isWrong={website.left && isWebsiteWrong} onChange={(text, left) => setWebsite({ text, left })} />
        <SelectField
          label={m.wizard_industry()}
          optional
          value={picked}
          onChange={(event) => setPicked(event.target.value)}
          options={industryOptions(known, start.industry)}
        />
        {picked === another && (
          <TextField
            label={m.wizard_industry_name()}
            hint={m.wizard_industry_hint()}
            value={newIndustry}
            onChange={(event) => setNewIndustry(event.target.value)}
            count={{ max: limits.industryName.max }}
            autoComplete="off"
          />
        )}
      </form>
    </Dialog>
  )
}

function WebsiteField({ text, isWrong, onChange }: { text: string; isWrong: boolean; onChange: (text: string, left: boolean) => void }) {
  return (
    <TextField
      label={m.wizard_target_website()}
      optional
      type="url"
      count={{ max: limits.url }}
      value={text}
      onChange={(event) => onChange(event.target.value, false)}
      onBlur={() => onChange(withScheme(text), true)}
      error={isWrong ? m.wizard_problem_url_invalid() : undefined}
      placeholder="https://"
      autoComplete="off"
    />
  )
}

function industryOptions(known: readonly { id: string; name: string }[], chosen: IndustryChoice | null) {
  const missing = chosen !== null && chosen.id !== null && !known.some(({ id }) => id === chosen.id) ? [{ value: chosen.id, label: chosen.name }] : []
  return [
    { value: none, label: m.wizard_industry_none() },
    ...missing,
    ...known.map(({ id, name }) => ({ value: id, label: name })),
    { value: another, label: m.wizard_industry_new() },
  ]
}
