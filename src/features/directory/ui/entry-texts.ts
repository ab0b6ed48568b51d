import { m } from '#messages'

/** The kinds of entries that group targets. */
export type GroupKind = 'industries' | 'causes'

export const entryTexts = {
  industries: { all: m.directory_industries, description: m.directory_industry_description },
  causes: { all: m.directory_causes, description: m.directory_cause_description },
} satisfies Record<GroupKind, object>
