import type { ChildProcess } from 'node:child_process'
import type pg from 'pg'
import type { Lease } from './lease.ts'
import type { Location } from './location.ts'

/** The way in which the server runs on an operating system and processes connect to it. */
export type Manner = {
  /** A UTF-8 locale of this system for LC_CTYPE: without one pg_trgm finds nothing outside ASCII, and reports no error. */
  ctype: string
  /** Lines for postgresql.conf, and the whole of pg_hba.conf. */
  settings: string
  clients: string
  /** Prepares the authentication of the cluster, and returns the arguments of `initdb` for it. */
  protect: (location: Location) => string[]
  /** Ends a server and a supervisor that an earlier start left behind. Throws if they do not end. */
  endLeftovers: (location: Location) => Promise<void>
  /**
   * Starts a supervisor with a server, detached from this process. The caller must make sure that none runs. Returns a function that is true
   * once the supervisor has ended or could not be started.
   */
  startSupervisor: (location: Location) => () => boolean
  /** Takes a lease on the supervisor of this folder; null if none runs. */
  takeLease: (location: Location) => Promise<Lease | null>
  /** Options of a client. They determine the address when it connects, because a restarted server may have another one. */
  connect: (location: Location) => pg.ClientConfig
  /** Removes links outside the folder that lead to its stopped server. */
  forget: (location: Location) => void
}

/** Lets this process end before the child does. Returns a function that is true once the child has ended or could not be started. */
export function watchDetached(child: ChildProcess): () => boolean {
  let hasEnded = false
  for (const event of ['exit', 'error'])
    child.on(event, () => {
      hasEnded = true
    })
  child.unref()
  return () => hasEnded
}
