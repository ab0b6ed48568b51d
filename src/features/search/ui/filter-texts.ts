import type { PrivacyFilter } from '#features/communities/terms.ts'
import { m } from '#messages'
import type { SearchStatus, Sort } from '../terms.ts'

export const statusTexts: Record<SearchStatus, () => string> = {
  all: m.search_status_all,
  active: m.search_status_active,
  victory: m.search_status_victory,
  draft: m.search_status_draft,
}

export const privacyTexts: Record<PrivacyFilter, () => string> = {
  all: m.search_privacy_all,
  public: m.search_privacy_public,
  private: m.search_privacy_private,
}

export const sortTexts: Record<Sort, () => string> = {
  trending: m.search_sort_trending,
  newest: m.search_sort_newest,
  most_pledged: m.search_sort_most_pledged,
  campaigns: m.search_sort_campaigns,
  az: m.search_sort_az,
  popular: m.search_sort_popular,
}
