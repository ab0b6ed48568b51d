import type { Limiter } from '#platform/server/http/limits.ts'
import { openTxtRecords, type TxtRecords } from './txt-records.ts'

type Settings = {
  limiter: Limiter
  /** False on a site that sends no mail. */
  hasMail: boolean
  origin: string
}

/** The site's settings and limits for proofs of control of a domain. */
export type CompanyChecks = TxtRecords & Settings

export const openCompanyChecks = ({ dnsServers, ...settings }: Settings & { dnsServers: readonly string[] }): CompanyChecks => ({
  ...openTxtRecords(dnsServers),
  ...settings,
})
