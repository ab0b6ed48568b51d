import { ORPCError } from '@orpc/server'
import type { z } from 'zod'
import { jsonOf } from '#platform/json.ts'

const mostBytes = 16_384
const noStore = { 'cache-control': 'no-store' }

/** Parses a JSON body with the given schema. A request without body and content type counts as `{}`. */
export async function bodyOf<Shape extends z.ZodType>(request: Request, shape: Shape): Promise<z.output<Shape>> {
  const type = request.headers.get('content-type')
  const text = await textOf(request)
  if (type === null ? text !== '' : !/^application\/json\s*(;|$)/i.test(type)) {
    throw new ORPCError('NOT_JSON', { status: 415, message: 'Send JSON (content-type: application/json).' })
  }
  return parsed(jsonOf(text === '' ? '{}' : text), shape)
}

/** Parses the fields of a form that a browser sends without script. */
export const formOf = async <Shape extends z.ZodType>(request: Request, shape: Shape): Promise<z.output<Shape>> =>
  parsed(Object.fromEntries(new URLSearchParams(await textOf(request))), shape)

async function textOf(request: Request): Promise<string> {
  if (Number(request.headers.get('content-length') ?? 0) > mostBytes) throw tooLarge()
  const text = await request.text()
  if (Buffer.byteLength(text) > mostBytes) throw tooLarge()
  return text
}

function parsed<Shape extends z.ZodType>(value: unknown, shape: Shape): z.output<Shape> {
  const read = shape.safeParse(value)
  if (read.success) return read.data
  const fields = Object.fromEntries(read.error.issues.slice(0, 20).map((issue) => [issue.path.join('.') || 'body', issue.message]))
  throw new ORPCError('MALFORMED', { status: 400, message: 'The request does not match the API schema.', data: { fields } })
}

const tooLarge = () => new ORPCError('BODY_TOO_LARGE', { status: 413, message: 'The request is too large.' })

export const jsonResponse = (body: unknown, cookies: string[] = []) => withCookies(Response.json(body, { headers: noStore }), cookies)

/** Opens another page after a form was sent. */
export const redirect = (location: string, cookies: string[] = []) =>
  withCookies(new Response(null, { status: 303, headers: { ...noStore, location } }), cookies)

function withCookies(response: Response, cookies: string[]): Response {
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
