import type { Status } from '#features/campaigns/terms.ts'
import type { FieldProblems } from '#platform/refusal.ts'
import { lengthOf, neat } from '#platform/text.ts'
import { type UpdateCode, updateLimits } from './terms.ts'

type Standing = { status: Status; viewer: { isCreator: boolean } }

/** Whether this viewer is the one who tells how the campaign goes. */
export const mayTell = (campaign: Pick<Standing, 'viewer'>) => campaign.viewer.isCreator

/** Whether there may be news: while the campaign is active. */
export const takesUpdates = (campaign: Pick<Standing, 'status'>) => campaign.status === 'active'

/** Whether this viewer may delete an update: who wrote it, also after the campaign has ended. */
export const mayDelete = (update: { isAuthor: boolean }) => update.isAuthor

export function updateProblems({ title, body }: { title: string; body: string }): FieldProblems<UpdateCode> {
  const found: FieldProblems<UpdateCode> = {}
  if (lengthOf(title) > updateLimits.title) found.title = 'UPDATE_TITLE_TOO_LONG'
  if (!neat(body)) found.body = 'UPDATE_BLANK'
  else if (lengthOf(body) > updateLimits.body) found.body = 'UPDATE_TOO_LONG'
  return found
}
