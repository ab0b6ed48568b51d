/** How lists of industries and causes can be ordered. */
export const subjectSorts = ['trending', 'impact', 'campaigns', 'az'] as const
export type SubjectSort = (typeof subjectSorts)[number]
