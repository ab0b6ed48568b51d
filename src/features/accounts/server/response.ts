import { ORPCError } from '@orpc/server'
import type { z } from 'zod'
import { jsonOf } from '#platform/json.ts'

const mostBytes = 16_384
const noStore = { 'cache-control': 'no-store' }

/** Parses a JSON body with the given schema. A request without body and content type counts as `{}`. */
export async function bodyOf<Shape extends z.ZodType>(request: Request, shape: Shape): Promise<z.output<Shape>> {
  const type = request.headers.get('content-type')
  if (Number(request.headers.get('content-length') ?? 0) > mostBytes) throw tooLarge()
  const text = await request.text()
  if (Buffer.byteLength(text) > mostBytes) throw tooLarge()
  if (type === null ? text !== '' : !/^application\/json\s*(;|$)/i.test(type)) {
    throw new ORPCError('NOT_JSON', { status: 415, message: 'Send JSON (content-type: application/json).' })
  }
  const read = shape.safeParse(jsonOf(text === '' ? '{}' : text))
  if (read.success) return read.data
  const fields = Object.fromEntries(read.error.issues.slice(0, 20).map((issue) => [issue.path.join('.') || 'body', issue.message]))
  throw new ORPCError('MALFORMED', { status: 400, message: 'The request does not match the API schema.', data: { fields } })
}

const tooLarge = () => new ORPCError('BODY_TOO_LARGE', { status: 413, message: 'The request is too large.' })

export function jsonResponse(body: unknown, cookies: string[] = []): Response {
  const response = Response.json(body, { headers: noStore })
  for (const cookie of cookies) response.headers.append('set-cookie', cookie)
  return response
}

/** A refusal in the format that the whole API uses. */
export function refusalResponse({ code, message, status, data }: ORPCError<string, unknown>, headers: Record<string, string> = {}): Response {
  const retryAfter: unknown = Object(data).retryAfter
  const response = Response.json({ code, message, status, data: data ?? null }, { status, headers: { ...noStore, ...headers } })
  if (typeof retryAfter === 'number') response.headers.set('retry-after', String(retryAfter))
  return response
}
