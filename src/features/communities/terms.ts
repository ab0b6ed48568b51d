// Constants of communities: plain values, so that the browser does not load the contract's schemas.

import { linkCodes, privateCodes } from '#features/trust/terms.ts'

export const privacies = ['public', 'private'] as const
export type Privacy = (typeof privacies)[number]
export const privacyFilters = ['all', ...privacies] as const
export type PrivacyFilter = (typeof privacyFilters)[number]

/** Owner and mods are members too. */
export const roles = ['owner', 'mod', 'member'] as const
export type Role = (typeof roles)[number]

/** Statuses of a membership; a person without a row has none. Only `active` means member. */
export const memberStatuses = ['active', 'pending', 'banned'] as const
export type MemberStatus = (typeof memberStatuses)[number]

/** Sort orders of lists; the first one is the default. */
export const communitySorts = ['popular', 'members', 'new', 'trending'] as const
export type CommunitySort = (typeof communitySorts)[number]

export const communityLimits = { name: 80, slug: 50, description: 2_000, rules: 10_000, tag: 30, tags: 10, quickLinks: 10, linkTitle: 80, url: 2_048 } as const

/** Links that have their own form field; all others are quick links. */
export const linkNames = ['discord', 'twitter', 'website', 'instagram'] as const
export type LinkName = (typeof linkNames)[number]

/** Communities in the section "Trending This Week". */
export const trendingShown = 6
/** Communities on a page of /communities. */
export const pageSize = 20
/** Tags that a card shows; the others are a number. */
export const tagsShown = 3
/** Characters of a description that a card shows. */
export const previewLength = 160
/** Communities that a person may create in 24 hours. */
export const communitiesADay = 10
/** A slug is checked after this pause in typing. */
export const slugPauseMs = 350
// The activity score (members, and posts of a week with a weight) is the generated column `community_rank.activity` in db/schema.sql.

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
  ...linkCodes,
  ...privateCodes,
] as const
export type CommunityCode = (typeof communityCodes)[number]

/** Numbers of newest posts and comments in a live event; if more are new, the page shows "20+" or "50+". */
export const communityNewsLimits = { posts: 20, comments: 50 } as const
