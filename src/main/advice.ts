import { ConfigError } from '#platform/server/config.ts'
import { BrokerUnavailable } from '#platform/server/live/events.ts'
import { EmbeddedDatabaseError } from '#platform/server/store/embedded/error.ts'
import { StoreInUse } from '#platform/server/store/lock.ts'
import { NewerSchema } from '#platform/server/store/migrate.ts'

/** Returns one clear line with a solution for each known problem of a machine; the stack for any other error. */
export function adviceFor(error: unknown): string {
  if (error instanceof ConfigError || error instanceof EmbeddedDatabaseError) return error.message
  if (error instanceof StoreInUse)
    return `another process (${error.message}) is using this DATA_DIR. Stop it, choose another folder with DATA_DIR, or start an additional server with: PORT=3001 npm run web`
  if (error instanceof BrokerUnavailable)
    return `the broker at BROKER_URL does not respond or refuses the connection (${error.message}). Start it or correct the address, or leave BROKER_URL out to use PostgreSQL’s own notifications.`
  if (error instanceof NewerSchema) return `the database was made by a newer version (${error.message}). Start that version, or restore a backup.`
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'EADDRINUSE') {
    const { port = process.env.PORT ?? 3000 }: { port?: unknown } = Object(error)
    const isMetrics =
      String(process.env.METRICS_PORT ?? '')
        .split(':')
        .at(-1) === String(port)
    return `port ${port} is in use. Stop the program that uses it, or choose another with ${isMetrics ? 'METRICS_PORT=9465' : 'PORT=3001 npm start'}.`
  }
  if (code === 'EACCES' || code === 'EROFS' || code === 'EPERM')
    return `no permission to write to ${process.env.DATA_DIR ?? './data'}. Choose a folder you own with DATA_DIR.`
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return `the disk that holds ${process.env.DATA_DIR ?? './data'} is full. Nothing that was saved is lost. Free some space, then start again.`
  if (code === 'ECONNREFUSED' || code === 'ENOTFOUND' || code === 'ETIMEDOUT' || (error instanceof Error && /connection timeout/.test(error.message)))
    return 'PostgreSQL at DATABASE_URL does not answer. Start it, or leave DATABASE_URL out to use the embedded database.'
  if (code === '28P01' || code === '28000' || code === '3D000')
    return `PostgreSQL refused the connection (${error instanceof Error ? error.message : code}). Check DATABASE_URL.`
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
