import { must } from './readers.ts'
import { call, type Person } from './site.ts'

type Options = { parentId?: string; key?: string }

const posting = (who: Person | null, campaignId: string, body: string, { parentId, key }: Options): Parameters<typeof call> => [
  who,
  'POST',
  `/campaigns/${campaignId}/comments`,
  { body: { body, ...(parentId && { parentId }) }, ...(key && { key }) },
]

/** Comments on the campaign through the API, and returns the response. */
export const postComment = (who: Person | null, campaignId: string, body: string, options: Options = {}) => call(...posting(who, campaignId, body, options))

/** The same for a comment that must be accepted. Returns its id. */
export const commentOn = async (who: Person, campaignId: string, body: string, options: Options = {}): Promise<string> =>
  (await must(...posting(who, campaignId, body, options))).id
