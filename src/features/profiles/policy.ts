import { shownIn } from '#features/campaigns/policy.ts'

/** Which campaigns stand on a profile, made or joined (decisions.md section 3). */
export const shownCampaigns = shownIn.all

type Person = { deleted_at: Date | null; suspended_at: Date | null }

/** Whether a person's own words and picture are shown: not after the account was deleted, nor while it is suspended. */
export const showsItself = (person: Person) => person.deleted_at === null && person.suspended_at === null
