import { z } from 'zod'
import { jsonOf } from '#platform/json.ts'
import { openConcurrencyLimit } from '#platform/server/concurrency-limit.ts'
import type { Log } from '#platform/server/log.ts'
import { drawnSize } from '../terms.ts'

/** The service rejected the prompt. */
export class DrawingRefused extends Error {}
/** The service returned no picture, for any other reason. */
export class DrawingFailed extends Error {}
/** The request never reached the service, so it cost nothing. */
export class DrawingUnasked extends DrawingFailed {}

type DrawRequest = { prompt: string; personHash: string; signal?: AbortSignal | undefined }
/** Generates a picture and returns the service's bytes. Throws `DrawingRefused`, `DrawingFailed` or `DrawingUnasked`. */
export type Draw = (asked: DrawRequest) => Promise<Uint8Array>

type Service = { apiKey: string; baseUrl: string; model: string; log: Log; patienceMs?: number }

const mostBytes = 48 * 1024 * 1024
const neverConnected = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT'])
const refusals = new Set(['moderation_blocked', 'content_policy_violation'])

const Answer = z.object({ data: z.array(z.object({ b64_json: z.string() })).min(1) })
const Failure = z.object({ error: z.object({ code: z.string().nullish(), type: z.string().nullish() }) })

/** The prompt for a campaign's cover. Title and target are user input, so they appear as quoted strings only. */
export function promptFor({ title, target }: { title: string; target: string }): string {
  return [
    'A wide editorial illustration for the cover of a consumer boycott campaign.',
    `The campaign's title: ${JSON.stringify(title)}. It is aimed at: ${JSON.stringify(target)}.`,
    'Show the matter in question with people and everyday things, serious and hopeful, with one clear subject in the middle.',
    'No text, no letters, no logos, no brand marks, no likeness of a real person.',
  ].join(' ')
}

/** Client for an image service with OpenAI's API, with a concurrency limit. Neither the key nor the service's answers are logged. */
export function openDrawing({ apiKey, baseUrl, model, log, patienceMs = 100_000 }: Service): Draw {
  // A queued request may wait as long as a running one may take.
  const inTurn = openConcurrencyLimit({ atOnce: 4, waiting: 16, patienceMs, full: () => new DrawingUnasked('Too many at once') })

  async function draw({ prompt, personHash, signal }: DrawRequest): Promise<Uint8Array> {
    if (signal?.aborted) throw new DrawingUnasked('cancelled')
    const begun = performance.now()
    const late = AbortSignal.timeout(patienceMs)
    try {
      const response = await fetch(`${baseUrl}/images/generations`, {
        method: 'POST',
        headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
        body: JSON.stringify({ model, prompt, n: 1, size: drawnSize, quality: 'medium', output_format: 'webp', safety_identifier: personHash }),
        // A redirect would send the key to another host.
        redirect: 'error',
        signal: signal ? AbortSignal.any([signal, late]) : late,
      })
      const json = jsonOf(await textWithin(response, mostBytes))
      if (!response.ok) throw refusalOf(response.status, json)
      const [picture] = Answer.parse(json).data
      log.info({ model, size: drawnSize, ms: Math.round(performance.now() - begun) }, 'an image was generated')
      return new Uint8Array(Buffer.from(picture?.b64_json ?? '', 'base64'))
    } catch (error) {
      if (error instanceof DrawingRefused) throw error
      const reason = signal?.aborted ? 'cancelled' : late.aborted ? `no response within ${patienceMs} ms` : reasonOf(error)
      if (!signal?.aborted) log.warn({ model, reason, ms: Math.round(performance.now() - begun) }, 'an image could not be generated')
      throw neverConnected.has(reason) ? new DrawingUnasked(reason) : new DrawingFailed(reason)
    }
  }
  return (asked) => inTurn(() => draw(asked))
}

function refusalOf(status: number, json: unknown): Error {
  const { code, type } = Failure.safeParse(json).data?.error ?? {}
  if (refusals.has(code ?? '')) return new DrawingRefused(code ?? '')
  // The message is not logged because it may quote the key. Only something that looks like an error code is.
  const named = /^[\w.-]{1,60}$/.exec(code ?? type ?? '')?.[0]
  return new DrawingFailed(`responded with ${[status, named].filter(Boolean).join(' ')}`)
}

/** The code of a network error, or a fixed text. Nothing that the service sent. */
function reasonOf(error: unknown): string {
  if (error instanceof DrawingFailed) return error.message
  if (error instanceof z.ZodError) return 'the response had an unexpected format'
  const { code }: { code?: unknown } = Object(Object(error).cause)
  return typeof code === 'string' ? code : 'the response could not be read'
}

async function textWithin(response: Response, most: number): Promise<string> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of response.body ?? []) {
    bytes += part.length
    if (bytes > most) throw new DrawingFailed('the response was too large')
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}
