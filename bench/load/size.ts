export type Size = {
  campaigns: number
  targets: number
  people: number
  pledges: number
  comments: number
  likes: number
  updates: number
  edits: number
  communities: number
  /** `first`: in the largest community; `others`: in all other communities together. The same for `posts`. */
  members: { first: number; others: number }
  posts: { first: number; others: number }
  postComments: number
}

const noCommunities = { communities: 0, members: { first: 0, others: 0 }, posts: { first: 0, others: 0 }, postComments: 0 }

/** People, pledges and comments grow with the campaigns, as on a real site: ten times as many at each size. */
function sizeOf(campaigns: number, targets: number): Size {
  return {
    campaigns,
    targets,
    people: campaigns * 10,
    pledges: campaigns * 50,
    comments: campaigns * 5,
    likes: campaigns * 8,
    updates: campaigns / 2,
    edits: campaigns / 5,
    ...noCommunities,
  }
}

/** A site with many communities and few campaigns. */
const ofCommunities = (thousands: number): Size => ({
  ...sizeOf(1_000, 1_000),
  people: thousands * 50_000,
  communities: thousands * 1_000,
  members: { first: thousands * 25_000, others: thousands * 35_000 },
  posts: { first: thousands * 5_000, others: thousands * 10_000 },
  postComments: thousands * 15_000,
})

export const sizes = {
  small: sizeOf(1_000, 1_000),
  middle: sizeOf(10_000, 5_000),
  large: sizeOf(100_000, 20_000),
  communities: ofCommunities(20),
  fewer: ofCommunities(2),
} as const
export type SizeName = keyof typeof sizes
export const industryCount = 30
export const causeCount = 60
