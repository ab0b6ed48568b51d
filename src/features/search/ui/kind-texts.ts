import { m } from '#messages'
import type { Kind } from '../terms.ts'

export const kindTexts: Record<Kind, () => string> = { campaigns: m.search_campaigns, targets: m.search_targets, communities: m.search_communities }
