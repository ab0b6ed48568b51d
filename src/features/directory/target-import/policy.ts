import { limits } from '#features/campaigns/validation/terms.ts'
import { isCleanText, isWebAddress, lengthOf, normalized } from '#platform/text.ts'
import type { ImportColumn } from './terms.ts'

const longestDescription = 2_000

/** Returns the reason to refuse a line, in the words that the operator sees; null if it is valid. The rules are those of the campaign wizard. */
export function whyNotTarget(values: Record<Exclude<ImportColumn, 'logo'>, string>): string | null {
  for (const [column, value] of Object.entries(values)) {
    if (!isCleanText(value)) return `its ${column} contains a control character`
    if (column !== 'description' && /[\r\n\t]/.test(value.trim())) return `its ${column} contains a line break or a tab`
  }
  const { name, website, industry, description } = values
  if (!normalized(name)) return 'it has no name'
  if (lengthOf(name) > limits.name) return `its name has ${lengthOf(name)} characters, ${limits.name} are allowed`
  if (normalized(website) && !isWebAddress(website)) return 'its website must begin with http:// or https:// and have at most 2,048 characters'
  const { min, max } = limits.industryName
  if (normalized(industry) && (lengthOf(industry) < min || lengthOf(industry) > max))
    return `its industry has ${lengthOf(industry)} characters, ${min} to ${max} are allowed`
  if (lengthOf(description) > longestDescription)
    return `its description has ${lengthOf(description)} characters, ${longestDescription.toLocaleString('en-US')} are allowed`
  return null
}
