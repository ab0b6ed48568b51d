import type { ThirdParties } from '#platform/third-parties.ts'

/** The purposes that need consent for third parties. Donations are not one, because pressing Donate is consent each time. */
export const purposes = ['analytics', 'advertising'] as const
export type Purpose = (typeof purposes)[number]
export type Choices = Partial<Record<Purpose, boolean>>

export const choicesCookie = 'privacy-choices'
/** Six months, for both answers. */
export const keptSeconds = 182 * 24 * 3_600

/** Parses the cookie: "analytics.yes-advertising.no". Unknown parts are ignored. */
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

/** The purposes for which this site needs consent. */
export const purposesOf = ({ analytics, ads }: ThirdParties): Purpose[] => [
  ...(analytics ? ['analytics' as const] : []),
  ...(ads ? ['advertising' as const] : []),
]
