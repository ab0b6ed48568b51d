import { Button } from '#design/button.tsx'
import { cx } from '#design/classes.ts'
import { HourBars } from '#design/hour-bars.tsx'
import { Section } from '#design/section.tsx'
import { m } from '#messages'
import { formatCount } from '#platform/format.ts'
import { fullTime } from '#platform/time-text.ts'
import { quickSeconds } from '../../holding/terms.ts'
import type { Joins } from '../contract.ts'
import { shownHours } from '../terms.ts'
import { type Chosen, hourChosen } from './chosen-selection.ts'
import { networkName } from './network-name.ts'
import { countText } from './selected-pledges.tsx'

type GroupsProps = { joins: Joins; onChoose: (chosen: Partial<Chosen>) => void }

/** The joins of the last hours by hour, mail domain, network and age of the account. Each group can be selected. */
export function JoinGroups({ joins, onChoose }: GroupsProps) {
  const { domains, otherDomains, ages, forms, networks } = joins
  return (
    <div className="mt-8 grid gap-x-10 gap-y-8 lg:grid-cols-2">
      <Hours joins={joins} onChoose={onChoose} />
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

function Hours({ joins: { hours, total, usualPerHour }, onChoose }: GroupsProps) {
  const bursts = hours.filter(({ isBurst }) => isBurst)
  const busy = hours.filter(({ joins }) => joins > 0)
  return (
    <Section hasRule={false} title={m.corrections_hours({ hours: shownHours })}>
      <HourBars hours={[...hours].reverse().map(({ at, joins, isBurst }) => ({ at, count: joins, isMarked: isBurst }))} />
      <p className="mt-2 text-sm text-muted">
        {m.corrections_usual({ hours: shownHours, joins: countText(total), usual: usualPerHour.toFixed(usualPerHour < 10 ? 1 : 0) })}
      </p>
      <h3 className="type-label mt-5">{m.corrections_bursts()}</h3>
      {bursts.length === 0 && <p className="text-muted">{m.corrections_bursts_none()}</p>}
      <ul>
        {bursts.map(({ at, joins }) => (
          <Row
            key={at.toISOString()}
            name={m.corrections_burst({ joins: countText(joins), time: fullTime(at) })}
            isMarked
            onUse={() => onChoose(hourChosen(at))}
          />
        ))}
      </ul>
      {busy.length > 0 ? (
        <details className="mt-4">
          <summary className="link inline-flex min-h-11 cursor-pointer items-center font-semibold">{m.corrections_every_hour()}</summary>
          <ul>
            {busy.map(({ at, joins }) => (
              <Row key={at.toISOString()} name={fullTime(at)} count={joins} onUse={() => onChoose(hourChosen(at))} />
            ))}
          </ul>
        </details>
      ) : (
        <p className="mt-4 text-muted">{m.corrections_no_joins({ hours: shownHours })}</p>
      )}
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
