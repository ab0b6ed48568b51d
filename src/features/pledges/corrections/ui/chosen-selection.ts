import type { Selection } from '../contract.ts'

/** A selection as its fields have it. Days are `YYYY-MM-DD` in UTC, as in a `date` field, both included; `hour` is the beginning of one hour in ISO format. */
export type Chosen = { fromDay: string; toDay: string; hour: string; mailDomain: string; accountHours: string; network: string; formSeconds: string }
export const nothingChosen: Chosen = { fromDay: '', toDay: '', hour: '', mailDomain: '', accountHours: '', network: '', formSeconds: '' }

export function selectionOf({ fromDay, toDay, hour, mailDomain, accountHours, network, formSeconds }: Chosen, campaignId: string | undefined): Selection {
  const time = hour
    ? { joinedFrom: hour, joinedTo: later(hour, 3_600_000) }
    : { ...(fromDay && { joinedFrom: later(fromDay, 0) }), ...(toDay && { joinedTo: later(toDay, 86_400_000) }) }
  return {
    ...(campaignId && { campaignId }),
    ...time,
    ...(mailDomain.trim() && { mailDomain: mailDomain.trim().toLowerCase() }),
    ...(accountHours && { accountHours: Number(accountHours) }),
    ...(network && { network }),
    ...(formSeconds && { formSeconds: Number(formSeconds) }),
  }
}

const later = (time: string, ms: number) => new Date(Date.parse(time) + ms).toISOString()

/** The fields' values that select one day, or one hour. */
export const dayChosen = (day: string) => ({ fromDay: day, toDay: day, hour: '' })
export const hourChosen = (hour: Date) => ({ fromDay: '', toDay: '', hour: hour.toISOString() })

/** Parameters of the page's address: a mail domain, and a day. */
export type JoinsSearch = { domain?: string | undefined; day?: string | undefined }

/** The selection in the page's address: joins of new accounts of that day or domain. A day that is no past one is left out. */
export function chosenIn({ domain, day = '' }: JoinsSearch): Chosen {
  if (/^\d{4}-\d\d-\d\d$/.test(day) && Date.parse(day) <= Date.now()) return { ...nothingChosen, ...dayChosen(day), accountHours: '1' }
  return domain ? { ...nothingChosen, mailDomain: domain, accountHours: '168' } : nothingChosen
}
