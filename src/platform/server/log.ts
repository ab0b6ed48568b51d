import { type Logger, pino } from 'pino'

export type Log = Logger

/** JSON lines. Anything that could hold a secret or a person is cut out by path before it is written. */
export function openLog(level: string): Log {
  return pino({
    level,
    redact: { paths: ['*.password', '*.token', '*.cookie', '*.authorization', '*.email', 'email'], censor: '[cut]' },
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
  })
}
