import { m } from '#messages'
import type { PublicDemand } from './contract.ts'

/** The legal order on which a removal rests, in a sentence. */
export const demandText = ({ by, from }: PublicDemand): string =>
  by !== null ? m.moderation_demanded_by({ name: by }) : from === 'government' ? m.moderation_demanded_by_government() : m.moderation_demanded_by_company()
