import { shownIn } from '#features/campaigns/policy.ts'

/** Statuses of the campaigns that a profile lists, as created or as joined. */
export const shownCampaigns = shownIn.all

type Person = { deleted_at: Date | null; suspended_at: Date | null }

/** The bio and the picture are hidden for deleted and for suspended accounts. */
export const showsItself = (person: Person) => person.deleted_at === null && person.suspended_at === null
