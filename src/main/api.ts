import { OpenAPIGenerator } from '@orpc/openapi'
import { OpenAPIHandler } from '@orpc/openapi/fetch'
import { createRouterClient, ORPCError } from '@orpc/server'
import { RPCHandler } from '@orpc/server/fetch'
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4'
import { failedStepOf } from '#platform/server/failed-step.ts'
import { liveDescribed } from '#platform/server/live/described.ts'
import type { Log } from '#platform/server/log.ts'
import { notSignedIn } from '#platform/server/rpc.ts'
import { StorageAway } from '#platform/server/storage.ts'
import { isForDeleted } from '#platform/server/store/deleted-person.ts'
import { isCleanText } from '#platform/text.ts'
import type { AppContext } from './context.ts'
import { contract } from './contract.ts'
import { router } from './router.ts'
import { tellAway } from './tell-away.ts'

/** The two doors to the same procedures: REST for everybody, RPC for the site, and a direct call for page rendering. */
export function openApi(log: Log) {
  const guard = guardedCall(log)
  const rest = new OpenAPIHandler(router, { clientInterceptors: [guard], customErrorResponseBodyEncoder: refusalBody })
  const rpc = new RPCHandler(router, { clientInterceptors: [guard], rootInterceptors: [inOurWords] })
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
        return guard({ input, path, next: () => at(input) })
      }
    },
    describe: () =>
      generator.generate(contract, {
        info: { title: 'Holdout', version: '1', description: 'Campaigns, targets, pledges and counts. Lists page by cursor; refusals carry a code.' },
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

/** Expected refusals pass; input that does not fit the schema is a 400; the rest is reported and tells nothing. */
export function publicError(error: unknown, log: Log, where: string): ORPCError<string, unknown> {
  if (error instanceof ORPCError) {
    if (error.code === 'BAD_REQUEST')
      return new ORPCError('MALFORMED', { status: 400, message: 'The request does not fit the description.', data: { fields: malformedFields(error.data) } })
    if (error.status < 500 || error.status === 503) return error
  }
  // Left while it was done.
  if (isForDeleted(error)) return notSignedIn()
  if (isUnfitData(error)) {
    log.warn({ err: error, where }, 'the store refused a value')
    return malformed({})
  }
  if (isStoreAway(error)) {
    tellAway(log, { error, where })
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

/** A value that passed our rules but that its column cannot hold (SQLSTATE class 22). */
const isUnfitData = (error: unknown) => error instanceof Error && 'code' in error && /^22/.test(String(error.code))

const storeAwayCodes = new Set([
  // The way to the store.
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN', '08006', '08001'],
  // Its disk is full.
  ...['53100', 'ENOSPC'],
  // The store stops, starts, is full, waited too long, or met others too often.
  ...['57P01', '57P02', '57P03', '53300', '57014', '55P03', '25P03', '40P01', '40001'],
])

/** Whoever sent this request ended it before its body did; Node says so with the code of a lost store. */
export const isCutOff = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ECONNRESET' && error.message === 'aborted'

export function isStoreAway(error: unknown): boolean {
  if (!(error instanceof Error) || isCutOff(error)) return false
  if (error instanceof StorageAway) return true
  if ('code' in error && storeAwayCodes.has(String(error.code))) return true
  // A server that has stopped leaves no socket file (ENOENT), and a full queue of its socket is EAGAIN.
  if ('syscall' in error && error.syscall === 'connect') return true
  return /timeout exceeded when trying to connect|Connection terminated|is not queryable|embedded store/i.test(error.message)
}

type Call = { input: unknown; path: readonly string[]; next: () => Promise<unknown> }

/** Around every call through a door: text that is none is refused, and errors leave in their public form. */
function guardedCall(log: Log) {
  return async ({ input, path, next }: Call): Promise<unknown> => {
    // NUL bytes, lone surrogates and control characters, wherever they stand.
    if (!isCleanDeep(input, 0)) throw malformed({ body: 'Holds characters that are not text.' })
    try {
      return await next()
    } catch (error) {
      throw publicError(error, log, path.join('.'))
    }
  }
}

const malformed = (fields: Record<string, string>) =>
  new ORPCError('MALFORMED', { status: 400, message: 'The request does not fit the description.', data: { fields } })

type Handled = { matched: boolean; response: { status: number; body: unknown } | undefined }

/** What the site's own door could not even read, or would not do for a GET, is refused with the codes of the other door. */
async function inOurWords<Result extends Handled>({ next }: { next: () => Promise<Result> }): Promise<Result> {
  const result = await next()
  const refused: unknown = Object(result.response?.body).json
  const code: unknown = Object(refused).code
  if (code === 'BAD_REQUEST') Object.assign(Object(refused), malformed({}).toJSON())
  if (code === 'METHOD_NOT_SUPPORTED') Object.assign(Object(refused), { code: 'METHOD_NOT_ALLOWED', message: 'This method is not used here.' })
  return result
}

/** One form for every refusal; what could not even be read is malformed too. */
function refusalBody({ code, message, status, data }: ORPCError<string, unknown>) {
  if (code === 'BAD_REQUEST')
    return { code: 'MALFORMED', message: 'The request does not fit the description.', status, data: { fields: malformedFields(data) } }
  return { code, message, status, data: data ?? null }
}

function isCleanDeep(value: unknown, depth: number): boolean {
  if (typeof value === 'string') return isCleanText(value)
  if (value === null || typeof value !== 'object' || value instanceof Blob) return true
  if (depth > 20) return false
  return Object.entries(value).every(([key, part]) => isCleanText(key) && isCleanDeep(part, depth + 1))
}
