import { useMutation, useQueryClient } from '@tanstack/react-query'
import { FailureText } from '#design/field-texts.tsx'
import { RadioGroup } from '#design/radio-group.tsx'
import type { Campaign } from '#features/campaigns/contract.ts'
import { quietText } from '#features/moderation/switches/ui/quiet-text.ts'
import { m } from '#messages'
import { refetchAfterMutation } from '#platform/client/mutation-effects.ts'
import { readSite } from '#platform/client/site.ts'
import { fullTime } from '#platform/time-text.ts'
import { api } from './api.ts'
import { endProblemText } from './problem-text.ts'

const choices = [
  { value: 'live', label: m.admin_quiet_live() },
  { value: 'hour', label: m.admin_quiet_hour() },
  { value: 'day', label: m.admin_quiet_day() },
] as const
type Choice = (typeof choices)[number]['value']

/** The creator's choice of how often the campaign's numbers move. Each press is saved at once. */
export function QuietPanel({ campaign: { id, quiet, quietEvery } }: { campaign: Campaign }) {
  const queries = useQueryClient()
  const choosing = useMutation({
    mutationFn: (chosen: Choice) => api.setQuiet.call({ id, every: chosen === 'live' ? null : chosen }),
    onSuccess: () => refetchAfterMutation(queries),
  })
  const chosen = choosing.isPending ? choosing.variables : (quietEvery ?? 'live')
  const isOfSite = readSite().switches.on.some((name) => name === 'quiet_hourly' || name === 'quiet_daily')
  const isWaiting = quiet !== null && chosen !== quiet.every && !isOfSite && !choosing.isPending
  return (
    <section className="border-t-2 border-ink pt-4">
      <RadioGroup legend={m.admin_quiet_title()} hint={m.admin_quiet_hint()} options={choices} value={chosen} onChange={(value) => choosing.mutate(value)} />
      <div role="status" className="mt-2 text-sm">
        {quiet && <p>{quietText(quiet)}</p>}
        {isOfSite && <p className="mt-1">{m.admin_quiet_site()}</p>}
        {isWaiting && <p className="mt-1 font-semibold">{m.admin_quiet_waits({ time: fullTime(quiet.nextAt) })}</p>}
      </div>
      {choosing.isError && <FailureText>{endProblemText(choosing.error)}</FailureText>}
    </section>
  )
}
