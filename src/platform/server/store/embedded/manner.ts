import type pg from 'pg'
import type { Hold } from './hold.ts'
import type { Location } from './location.ts'

/** How the server runs on a system, and how our processes reach it. */
export type Manner = {
  /** A UTF-8 locale of this system for LC_CTYPE: without one pg_trgm finds nothing outside ASCII, and reports no error. */
  ctype: string
  /** Lines for postgresql.conf, and the whole of pg_hba.conf. */
  settings: string
  clients: string
  /** Makes what `initdb` needs to protect the cluster, and returns its words. */
  protect: (location: Location) => string[]
  /** Ends a server and a supervisor that an earlier start left. Throws where they do not end. */
  endLeftovers: (location: Location) => Promise<void>
  /** Starts a supervisor with a server, in a session of its own. The caller has made sure that none runs. */
  startSupervisor: (location: Location) => void
  /** Takes a hold on the supervisor of this folder; null where none runs. */
  takeHold: (location: Location) => Promise<Hold | null>
  /** Options of a client; the server may have moved to another address before it connects. */
  connect: (location: Location) => pg.ClientConfig
}
