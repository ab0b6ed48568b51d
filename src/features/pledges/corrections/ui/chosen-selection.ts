import type { Selection } from '../contract.ts'

/** A selection as its fields have it. Hours are `YYYY-MM-DDTHH:mm` in UTC, as in a `datetime-local` field. */
export type Chosen = { joinedFrom: string; joinedTo: string; mailDomain: string; accountHours: string }
export const nothingChosen: Chosen = { joinedFrom: '', joinedTo: '', mailDomain: '', accountHours: '' }

export function selectionOf({ joinedFrom, joinedTo, mailDomain, accountHours }: Chosen, campaignId: string | undefined): Selection {
  return {
    ...(campaignId && { campaignId }),
    ...(joinedFrom && { joinedFrom: new Date(`${joinedFrom}Z`).toISOString() }),
    ...(joinedTo && { joinedTo: new Date(`${joinedTo}Z`).toISOString() }),
    ...(mailDomain.trim() && { mailDomain: mailDomain.trim().toLowerCase() }),
    ...(accountHours && { accountHours: Number(accountHours) }),
  }
}

/** The fields' values that select one hour. */
export const hourChosen = (hour: Date) => ({ joinedFrom: fieldValue(hour), joinedTo: fieldValue(new Date(hour.getTime() + 3_600_000)) })

const fieldValue = (time: Date) => time.toISOString().slice(0, 16)
