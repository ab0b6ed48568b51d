import type { ThirdParties } from '#platform/third-parties.ts'

/** What other sites are let in for. A donation is asked for each time, by pressing Donate. */
export const purposes = ['analytics', 'advertising'] as const
export type Purpose = (typeof purposes)[number]
export type Choices = Partial<Record<Purpose, boolean>>

export const choicesCookie = 'privacy-choices'
/** Six months, for yes and no alike. */
export const keptSeconds = 182 * 24 * 3_600

/** As the cookie says it: "analytics.yes-advertising.no"; whatever else stands there is no choice. */
export function readChoices(text: string): Choices {
  const choices: Choices = {}
  for (const part of text.split('-')) {
    const [name, answer] = part.split('.')
    const purpose = purposes.find((known) => known === name)
    if (purpose && (answer === 'yes' || answer === 'no')) choices[purpose] = answer === 'yes'
  }
  return choices
}

export const writeChoices = (choices: Choices): string =>
  purposes.flatMap((purpose) => (choices[purpose] === undefined ? [] : [`${purpose}.${choices[purpose] ? 'yes' : 'no'}`])).join('-')

/** What this site has to ask about. */
export const purposesOf = ({ analytics, ads }: ThirdParties): Purpose[] => [
  ...(analytics ? ['analytics' as const] : []),
  ...(ads ? ['advertising' as const] : []),
]
