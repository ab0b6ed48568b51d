export type Size = {
  campaigns: number
  targets: number
  people: number
  pledges: number
  comments: number
  likes: number
  updates: number
  edits: number
}

/** People, pledges and talk grow with the campaigns, as they do on a site: ten times as many of each a step. */
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
  }
}

export const sizes = { small: sizeOf(1_000, 1_000), middle: sizeOf(10_000, 5_000), large: sizeOf(100_000, 20_000) } as const
export type SizeName = keyof typeof sizes
export const industryCount = 30
export const causeCount = 60
