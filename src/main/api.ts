import { OpenAPIGenerator } from '@orpc/openapi'
import { OpenAPIHandler } from '@orpc/openapi/fetch'
import { createRouterClient, ORPCError } from '@orpc/server'
import { RPCHandler } from '@orpc/server/fetch'
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4'
import { failedStepOf } from '#platform/server/failed-step.ts'
import { liveDescribed } from '#platform/server/live/described.ts'
import type { Log } from '#platform/server/log.ts'
import { notSignedIn } from '#platform/server/rpc.ts'
import { StorageUnavailable } from '#platform/server/storage.ts'
import { isDeletedPersonError } from '#platform/server/store/deleted-person.ts'
import { isCleanText, withoutControls } from '#platform/text.ts'
import type { AppContext } from './context.ts'
import { contract } from './contract.ts'
import { logUnavailable } from './log-unavailable.ts'
import { router } from './router.ts'

/** Three interfaces to the same procedures: REST for everybody, RPC for the site, and direct calls for page rendering. */
export function openApi(log: Log) {
  const guard = guardedCall(log)
  const rest = new OpenAPIHandler(router, {
    clientInterceptors: [({ next, ...call }) => guard({ ...call, next: (input) => next({ ...call, input }) })],
    customErrorResponseBodyEncoder: refusalBody,
  })
  const rpc = new RPCHandler(router, {
    clientInterceptors: [({ next, ...call }) => guard({ ...call, next: (input) => next({ ...call, input }) })],
    rootInterceptors: [replaceHandlerErrors],
  })
  const generator = new OpenAPIGenerator({ schemaConverters: [new ZodToJsonSchemaConverter()] })

  return {
    rest: (request: Request, context: AppContext) => rest.handle(request, { prefix: '/api/v1', context }),
    rpc: (request: Request, context: AppContext) => rpc.handle(request, { prefix: '/rpc', context }),
    direct(context: AppContext) {
      const client = createRouterClient(router, { context })
      return async (path: readonly string[], input: unknown): Promise<unknown> => {
        let at: unknown = client
        for (const name of path) at = Reflect.get(Object(at), name)
        if (typeof at !== 'function') throw new Error(`No procedure ${path.join('.')}`)
        return guard({ input, path, context, next: (clean) => at(clean) })
      }
    },
    describe: () =>
      generator.generate(contract, {
        info: { title: 'Holdout', version: '1', description: 'Campaigns, targets, pledges and counts. Lists are paginated by cursor; every error has a code.' },
        servers: [{ url: '/api/v1' }],
        paths: { ...liveDescribed },
        customErrorResponseBodySchema: errorSchema,
      }),
  }
}

const errorSchema = {
  type: 'object',
  properties: { code: { type: 'string' }, message: { type: 'string' }, status: { type: 'integer' }, data: {} },
  required: ['code', 'message', 'status'],
} as const

/**
 * Converts an error to its public form. Expected refusals pass through, input that does not match the schema becomes a 400, and anything else is logged
 * and returned without details.
 */
export function publicError(error: unknown, log: Log, where: string): ORPCError<string, unknown> {
  if (error instanceof ORPCError) {
    if (error.code === 'BAD_REQUEST')
      return new ORPCError('MALFORMED', { status: 400, message: 'The request does not match the API schema.', data: { fields: malformedFields(error.data) } })
    if (error.status < 500 || error.status === 503) return error
  }
  // The account was deleted while the request ran.
  if (isDeletedPersonError(error)) return notSignedIn()
  if (isDataException(error)) {
    log.warn({ err: error, where }, 'the database rejected a value')
    return malformed({})
  }
  if (isStoreUnavailable(error)) {
    logUnavailable(log, { error, where })
    return new ORPCError('UNAVAILABLE', { status: 503, message: 'The database is unavailable. Try again in a few seconds.' })
  }
  const step = failedStepOf(error)
  log.error({ err: error, where, step: step?.code }, 'unexpected error')
  return step
    ? new ORPCError(step.code, { status: 500, defined: true, message: step.message })
    : new ORPCError('INTERNAL_SERVER_ERROR', { message: 'Something went wrong.' })
}

function malformedFields(data: unknown): Record<string, string> {
  const issues: unknown = Object(data).issues
  if (!Array.isArray(issues)) return {}
  return Object.fromEntries(issues.slice(0, 20).map((issue) => [(issue.path ?? []).map(String).join('.') || 'body', String(issue.message)]))
}

/** A value passed our validation but does not fit its column (SQLSTATE class 22, data exception). */
const isDataException = (error: unknown) => error instanceof Error && 'code' in error && /^22/.test(String(error.code))

const storeUnavailableCodes = new Set([
  // The connection to the database failed.
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN', '08006', '08001'],
  // The disk of the database is full.
  ...['53100', 'ENOSPC'],
  // The database is stopping, starting or out of connections, a wait timed out, or transactions conflicted too often.
  ...['57P01', '57P02', '57P03', '53300', '57014', '55P03', '25P03', '40P01', '40001'],
])

/** The client aborted its request before the body ended. Node reports this with the same code as a lost database connection. */
export const isAbortedRequest = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ECONNRESET' && error.message === 'aborted'

export function isStoreUnavailable(error: unknown): boolean {
  if (!(error instanceof Error) || isAbortedRequest(error)) return false
  if (error instanceof StorageUnavailable) return true
  if ('code' in error && storeUnavailableCodes.has(String(error.code))) return true
  // A stopped server has removed its socket file (ENOENT), and a socket with a full backlog gives EAGAIN.
  if ('syscall' in error && error.syscall === 'connect') return true
  return /timeout exceeded when trying to connect|Connection terminated|is not queryable|embedded store/i.test(error.message)
}

type Call = { input: unknown; path: readonly string[]; context: Pick<AppContext, 'answer'>; next: (input: unknown) => Promise<unknown> }

/** Wraps every call: removes characters that are not text, converts errors to their public form, and sets `Retry-After` from their `retryAfterMs`. */
function guardedCall(log: Log) {
  return async ({ input: given, path, context, next }: Call): Promise<unknown> => {
    const input = isCleanDeep(given, 0) ? given : cleaned(given, 0)
    // Refuses NUL, lone surrogates, such characters in names of fields, and nesting that nobody writes.
    if (!isCleanDeep(input, 0)) throw malformed({ body: 'Contains characters that are not allowed in text.' })
    try {
      return await next(input)
    } catch (error) {
      const refused = publicError(error, log, path.join('.'))
      const retryAfterMs: unknown = Object(refused.data).retryAfterMs
      if (typeof retryAfterMs === 'number') context.answer.retryAfterSeconds = Math.ceil(retryAfterMs / 1_000)
      throw refused
    }
  }
}

const malformed = (fields: Record<string, string>) =>
  new ORPCError('MALFORMED', { status: 400, message: 'The request does not match the API schema.', data: { fields } })

type Handled = { matched: boolean; response: { status: number; body: unknown } | undefined }

/** Replaces the RPC handler's own codes for unreadable input and unsupported GET calls with those of the REST interface. */
async function replaceHandlerErrors<Result extends Handled>({ next }: { next: () => Promise<Result> }): Promise<Result> {
  const result = await next()
  const refused: unknown = Object(result.response?.body).json
  const code: unknown = Object(refused).code
  if (code === 'BAD_REQUEST') Object.assign(Object(refused), malformed({}).toJSON())
  if (code === 'METHOD_NOT_SUPPORTED') Object.assign(Object(refused), { code: 'METHOD_NOT_ALLOWED', message: 'This method is not allowed here.' })
  return result
}

/** Encodes every error in the same format. Input that cannot be parsed is reported as MALFORMED too. */
function refusalBody({ code, message, status, data }: ORPCError<string, unknown>) {
  if (code === 'BAD_REQUEST')
    return { code: 'MALFORMED', message: 'The request does not match the API schema.', status, data: { fields: malformedFields(data) } }
  return { code, message, status, data: data ?? null }
}

function cleaned(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return withoutControls(value)
  if (value === null || typeof value !== 'object' || depth > 20) return value
  if (Array.isArray(value)) return value.map((part) => cleaned(part, depth + 1))
  const isRecord = Object.prototype.toString.call(value) === '[object Object]'
  return isRecord ? Object.fromEntries(Object.entries(value).map(([key, part]) => [key, cleaned(part, depth + 1)])) : value
}

function isCleanDeep(value: unknown, depth: number): boolean {
  if (typeof value === 'string') return isCleanText(value)
  if (value === null || typeof value !== 'object' || value instanceof Blob) return true
  if (depth > 20) return false
  return Object.entries(value).every(([key, part]) => isCleanText(key) && isCleanDeep(part, depth + 1))
}
