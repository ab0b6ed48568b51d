import type { Status } from '#features/campaigns/terms.ts'
import type { FieldProblems } from '#platform/refusal.ts'
import { lengthOf, normalized } from '#platform/text.ts'
import { type UpdateCode, updateLimits } from './terms.ts'

type Access = { status: Status; viewer: { isCreator: boolean } }

/** Only the campaign's creator may post updates. */
export const mayPostUpdate = (campaign: Pick<Access, 'viewer'>) => campaign.viewer.isCreator

/** Only an active campaign accepts updates. */
export const takesUpdates = (campaign: Pick<Access, 'status'>) => campaign.status === 'active'

/** Authors may delete their updates, even after the campaign has ended. */
export const mayDelete = (update: { isAuthor: boolean }) => update.isAuthor

export function updateProblems({ title, body }: { title: string; body: string }): FieldProblems<UpdateCode> {
  const found: FieldProblems<UpdateCode> = {}
  if (lengthOf(title) > updateLimits.title) found.title = 'UPDATE_TITLE_TOO_LONG'
  if (!normalized(body)) found.body = 'UPDATE_BLANK'
  else if (lengthOf(body) > updateLimits.body) found.body = 'UPDATE_TOO_LONG'
  return found
}
