import { m } from '#messages'
import type { ContactCategory } from './terms.ts'

const names: Record<ContactCategory, () => string> = {
  suggestions: m.contact_category_suggestions,
  'report-bugs': m.contact_category_report_bugs,
  media: m.contact_category_media,
  target: m.contact_category_target,
  general: m.contact_category_general,
  support: m.contact_category_support,
  other: m.contact_category_other,
}

export const categoryName = (category: ContactCategory) => names[category]()
