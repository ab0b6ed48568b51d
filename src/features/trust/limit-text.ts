import { m } from '#messages'
import { nouns } from '#platform/brand.ts'
import { fullTime } from '#platform/time-text.ts'
import type { PersonLimit } from './policy.ts'
import {
  type LimitedKind,
  levelNeeds,
  newPeopleTogether,
  newPersonLimits,
  type PrivateCode,
  type PrivateDetail,
  personLimits,
  sameLinkWaits,
  sameTextRefused,
} from './terms.ts'

const texts: Record<LimitedKind, (values: { count: number; minutes: number; time: string } & typeof nouns) => string> = {
  comment: m.trust_comments_fast,
  post: m.trust_posts_fast,
  message: m.trust_messages_fast,
  campaign: m.trust_campaigns_fast,
  target: m.trust_targets_fast,
  cause: m.trust_causes_fast,
}

/** The text for a person who reached a limit for something of this kind. `next`: when it is possible again. */
export function limitText(kind: LimitedKind, { most, minutes, isForNew, next }: PersonLimit & { next: Date }): string {
  const values = { count: most, minutes, time: fullTime(next), ...nouns }
  if (!isForNew) return texts[kind](values)
  return kind === 'campaign' ? m.trust_campaigns_today(values) : m.trust_comments_today(values)
}

export const manyNewPeopleText = (next: Date) => m.trust_many_new_people({ time: fullTime(next), ...nouns })
/** For the moderators' queue. */
export const crowdText = () => m.trust_crowd(newPeopleTogether)

export const linksText = () => m.trust_too_many_links({ count: newPersonLimits.links })
export const repeatedText = () => m.trust_repeated()

const details: Record<PrivateDetail, () => string> = {
  phone_number: m.trust_detail_phone_number,
  email: m.trust_detail_email,
  home_address: m.trust_detail_home_address,
  id_number: m.trust_detail_id_number,
}

const toPublish = (detail: PrivateDetail) => () => m.trust_publishes_without({ what: details[detail]() })

/** Texts for a field that has a detail of a private person. */
export const privateTexts: Record<PrivateCode, () => string> = {
  PRIVATE_PHONE_NUMBER: toPublish('phone_number'),
  PRIVATE_EMAIL: toPublish('email'),
  PRIVATE_HOME_ADDRESS: toPublish('home_address'),
  PRIVATE_ID_NUMBER: toPublish('id_number'),
}

/** Sentences for the author of a text that waits: what to take out of it, so that it is posted at once. */
export const waitText = {
  details: (found: readonly PrivateDetail[]) => m.trust_waits_details({ what: found.map((each) => details[each]()).join(m.trust_and()) }),
  link: m.trust_waits_link,
  everything: m.trust_waits_everything,
  noChat: m.trust_waits_no_chat,
}

/** The section of the rules about new people and repeated texts. */
export const limitsText = () =>
  m.trust_rules_text({
    ...nouns,
    hours: levelNeeds.member.hours,
    things: levelNeeds.member.things,
    remainedHours: levelNeeds.remainedHours,
    comments: newPersonLimits.commentsPerDay,
    together: newPeopleTogether.comments,
    minutes: newPeopleTogether.minutes,
    campaigns: newPersonLimits.campaignsPerDay,
    links: newPersonLimits.links,
    times: sameTextRefused - 1,
    newAccountHours: personLimits.newAccountHours,
    newMessages: personLimits.texts,
    newEntries: personLimits.perDay,
    newReports: personLimits.openReports,
    texts: personLimits.texts * personLimits.othersFactor,
    entries: personLimits.perDay * personLimits.othersFactor,
    reports: personLimits.openReports * personLimits.othersFactor,
    people: sameLinkWaits,
  })
