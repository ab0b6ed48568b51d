import type { Selection } from '../contract.ts'
import { shownHours } from '../terms.ts'

/** A selection as its fields have it. Hours are `YYYY-MM-DDTHH:mm` in UTC, as in a `datetime-local` field. */
export type Chosen = { joinedFrom: string; joinedTo: string; mailDomain: string; accountHours: string; network: string; formSeconds: string }
export const nothingChosen: Chosen = { joinedFrom: '', joinedTo: '', mailDomain: '', accountHours: '', network: '', formSeconds: '' }

export function selectionOf({ joinedFrom, joinedTo, mailDomain, accountHours, network, formSeconds }: Chosen, campaignId: string | undefined): Selection {
  return {
    ...(campaignId && { campaignId }),
    ...(joinedFrom && { joinedFrom: new Date(`${joinedFrom}Z`).toISOString() }),
    ...(joinedTo && { joinedTo: new Date(`${joinedTo}Z`).toISOString() }),
    ...(mailDomain.trim() && { mailDomain: mailDomain.trim().toLowerCase() }),
    ...(accountHours && { accountHours: Number(accountHours) }),
    ...(network && { network }),
    ...(formSeconds && { formSeconds: Number(formSeconds) }),
  }
}

/** The fields' values that select one hour. */
export const hourChosen = (hour: Date) => ({ joinedFrom: fieldValue(hour), joinedTo: fieldValue(new Date(hour.getTime() + 3_600_000)) })

const fieldValue = (time: Date) => time.toISOString().slice(0, 16)

/** Parameters of the page's address: a mail domain, and the beginning of an hour in ISO format. */
export type JoinsSearch = { domain?: string | undefined; hour?: string | undefined }

/** The selection in the page's address: joins of new accounts of that hour or domain. An hour that is no past time is left out. */
export function chosenIn({ domain, hour = '' }: JoinsSearch): Chosen {
  const at = new Date(/^\d{4}-\d\d-\d\dT\d\d:/.test(hour) ? hour : '')
  if (at.getTime() <= Date.now()) return { ...nothingChosen, ...hourChosen(at), accountHours: '1' }
  if (!domain) return nothingChosen
  const shown = new Date(Date.now() - shownHours * 3_600_000)
  shown.setUTCMinutes(0, 0, 0)
  return { ...nothingChosen, mailDomain: domain, joinedFrom: fieldValue(shown), accountHours: '168' }
}
