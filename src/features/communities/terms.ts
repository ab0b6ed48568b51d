// The words of communities: plain values, so that the browser need not load the contract's schemas.

export const privacies = ['public', 'private'] as const
export type Privacy = (typeof privacies)[number]
/** Which ones a list shows. */
export const privacyFilters = ['all', ...privacies] as const
export type PrivacyFilter = (typeof privacyFilters)[number]

/** Owner and mods are members too. */
export const roles = ['owner', 'mod', 'member'] as const
export type Role = (typeof roles)[number]

/** How a person stands to a community; without a row to none of these. Only `active` is a member. */
export const memberStatuses = ['active', 'pending', 'banned'] as const
export type MemberStatus = (typeof memberStatuses)[number]

/** The orders of lists, the default first. */
export const communitySorts = ['popular', 'members', 'new', 'trending'] as const
export type CommunitySort = (typeof communitySorts)[number]

export const communityLimits = { name: 80, slug: 50, description: 2_000, rules: 10_000, tag: 30, tags: 10, quickLinks: 10, linkTitle: 80, url: 2_048 } as const

/** The links of a community that have a name of their own. */
export const linkNames = ['discord', 'twitter', 'website', 'instagram'] as const
export type LinkName = (typeof linkNames)[number]

export const trendingShown = 6

export const communityCodes = [
  'NAME_REQUIRED',
  'NAME_TOO_LONG',
  'SLUG_REQUIRED',
  'SLUG_CHARACTERS',
  'SLUG_TOO_LONG',
  'SLUG_TAKEN',
  'DESCRIPTION_REQUIRED',
  'DESCRIPTION_TOO_LONG',
  'RULES_TOO_LONG',
  'TAGS_TOO_MANY',
  'TAG_TOO_LONG',
  'URL_INVALID',
  'LINKS_TOO_MANY',
  'LINK_TITLE_REQUIRED',
  'LINK_TITLE_TOO_LONG',
  'ONLY_PRIVATE_APPROVES',
  'STAYS_PRIVATE',
  'PICTURE_UNKNOWN',
] as const
export type CommunityCode = (typeof communityCodes)[number]

/** How many of the newest posts and comments the live stream tells; a reader who has missed more is told "20+" or "50+". */
export const communityNewsLimits = { posts: 20, comments: 50 } as const
