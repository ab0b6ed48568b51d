import { m } from '#messages'

/** The kinds of entries that group targets. */
export type GroupKind = 'industries' | 'causes'

export const entryTexts = {
  industries: { all: m.subjects_industries, description: m.subjects_industry_description },
  causes: { all: m.subjects_causes, description: m.subjects_cause_description },
} satisfies Record<GroupKind, object>
