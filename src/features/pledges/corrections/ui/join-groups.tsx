import { Button } from '#design/button.tsx'
import { cx } from '#design/classes.ts'
import { Section } from '#design/section.tsx'
import { m } from '#messages'
import { formatCount, fullDay } from '#platform/format.ts'
import { fullTime } from '#platform/time-text.ts'
import { quickSeconds } from '../../holding/terms.ts'
import type { Joins } from '../contract.ts'
import { shownDays, shownHourPeople } from '../terms.ts'
import { type Chosen, dayChosen, hourChosen } from './chosen-selection.ts'
import { networkName } from './network-name.ts'
import { countText } from './selected-pledges.tsx'

type GroupsProps = { joins: Joins; onChoose: (chosen: Partial<Chosen>) => void }

/** The joins of the last days by day, mail domain, network and age of the account. Each group can be selected. */
export function JoinGroups({ joins, onChoose }: GroupsProps) {
  const { domains, otherDomains, ages, forms, networks } = joins
  return (
    <div className="mt-8 grid gap-x-10 gap-y-8 lg:grid-cols-2">
      <Days joins={joins} onChoose={onChoose} />
      <div className="flex flex-col gap-8">
        <Section hasRule={false} title={m.corrections_domains()}>
          {domains.length === 0 && <p className="text-muted">{m.corrections_domains_none()}</p>}
          <ul>
            {domains.map(({ mailDomain, joins: count }) => (
              <Row key={mailDomain} name={mailDomain} count={count} onUse={() => onChoose({ mailDomain })} />
            ))}
            {domains.length > 0 && <Row name={m.corrections_other_domains()} count={otherDomains} />}
          </ul>
        </Section>
        <Section hasRule={false} title={m.corrections_networks()}>
          {networks.length === 0 && <p className="text-muted">{m.corrections_networks_none()}</p>}
          <ul>
            {networks.map(({ network, joins: count, quickForms }) => (
              <Row
                key={network}
                name={m.corrections_network_row({ network: networkName(network), quick: countText(quickForms) })}
                count={count}
                onUse={() => onChoose({ network })}
              />
            ))}
          </ul>
        </Section>
        <Section hasRule={false} title={m.corrections_ages()}>
          <ul>
            {ages.map(({ underHours, joins: count }) => (
              <Row
                key={underHours ?? 'older'}
                name={ageText(underHours)}
                count={count}
                {...(underHours !== null && count !== null && { onUse: () => onChoose({ accountHours: String(underHours) }) })}
              />
            ))}
          </ul>
        </Section>
        <Section hasRule={false} title={m.corrections_form()}>
          <ul>
            {forms.map(({ underSeconds, joins: count }) => (
              <Row
                key={underSeconds ?? 'longer'}
                name={formText(underSeconds)}
                count={count}
                {...(underSeconds !== null && count !== null && { onUse: () => onChoose({ formSeconds: String(underSeconds) }) })}
              />
            ))}
          </ul>
        </Section>
      </div>
    </div>
  )
}

/** The first row has the skipped forms as well. */
export function formText(underSeconds: number | null): string {
  if (underSeconds === null) return m.corrections_form_longer()
  return underSeconds === quickSeconds ? m.corrections_form_quick({ seconds: underSeconds }) : m.corrections_form_under({ seconds: underSeconds })
}

export function ageText(underHours: number | null): string {
  if (underHours === null) return m.corrections_age_older()
  return underHours > 24
    ? m.corrections_age_under_days({ days: underHours / 24 })
    : m.corrections_age_under({ count: underHours, shown: formatCount(underHours) })
}

function Days({ joins: { days, hours, total, usualPerDay }, onChoose }: GroupsProps) {
  return (
    <Section hasRule={false} title={m.corrections_days({ days: shownDays })}>
      <ul>
        {days.map(({ day, joins }) => (
          <Row key={day} name={fullDay(new Date(day))} count={joins} onUse={() => onChoose(dayChosen(day))} />
        ))}
      </ul>
      <p className="mt-2 text-sm text-muted">{m.corrections_usual({ days: shownDays, joins: countText(total), usual: countText(usualPerDay) })}</p>
      <h3 className="type-label mt-5">{m.corrections_hours({ count: shownHourPeople })}</h3>
      {hours.length === 0 && <p className="text-muted">{m.corrections_hours_none()}</p>}
      <ul>
        {hours.map(({ at, joins, isBurst }) => (
          <Row
            key={at.toISOString()}
            name={isBurst ? m.corrections_burst({ time: fullTime(at) }) : fullTime(at)}
            count={joins}
            isMarked={isBurst}
            onUse={() => onChoose(hourChosen(at))}
          />
        ))}
      </ul>
    </Section>
  )
}

type RowProps = { name: string; count?: number | null; isMarked?: boolean; onUse?: () => void }

function Row({ name, count, isMarked = false, onUse }: RowProps) {
  return (
    <li className={cx('flex min-h-12 items-center gap-4 border-b border-line', isMarked && 'border-s-4 border-s-accent ps-3')}>
      <span className="min-w-0 grow [overflow-wrap:anywhere]">{name}</span>
      {count !== undefined && <span className="shrink-0 tabular-nums">{countText(count)}</span>}
      {onUse && (
        <Button size="sm" onClick={onUse} aria-label={m.corrections_use_named({ name })}>
          {m.corrections_use()}
        </Button>
      )}
    </li>
  )
}
