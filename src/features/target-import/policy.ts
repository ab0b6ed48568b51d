import { limits } from '#features/campaigns/terms.ts'
import { isCleanText, isWebAddress, lengthOf, neat } from '#platform/text.ts'
import type { ImportColumn } from './terms.ts'

const longestDescription = 2_000

/** Why a line is refused, in the words that the operator reads; null when nothing is wrong. The rules are those of the wizard. */
export function whyNotTarget(values: Record<Exclude<ImportColumn, 'logo'>, string>): string | null {
  for (const [column, value] of Object.entries(values)) {
    if (!isCleanText(value)) return `its ${column} holds a control character`
    if (column !== 'description' && /[\r\n\t]/.test(value.trim())) return `its ${column} holds a line break or a tab`
  }
  const { name, website, industry, description } = values
  if (!neat(name)) return 'it has no name'
  if (lengthOf(name) > limits.name) return `its name has ${lengthOf(name)} characters, ${limits.name} are allowed`
  if (neat(website) && !isWebAddress(website)) return 'its website is no address that begins with http:// or https://, at most 2,048 characters long'
  const { min, max } = limits.industryName
  if (neat(industry) && (lengthOf(industry) < min || lengthOf(industry) > max))
    return `its industry has ${lengthOf(industry)} characters, ${min} to ${max} are allowed`
  if (lengthOf(description) > longestDescription)
    return `its description has ${lengthOf(description)} characters, ${longestDescription.toLocaleString('en-US')} are allowed`
  return null
}
