import { type Logger, pino } from 'pino'

export type Log = Logger

/** Writes JSON lines. Redacts fields that could contain a secret or personal data, by their path, before writing. */
export function openLog(level: string): Log {
  return pino({
    level,
    redact: { paths: ['*.password', '*.token', '*.cookie', '*.authorization', '*.email', 'email'], censor: '[cut]' },
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
  })
}
