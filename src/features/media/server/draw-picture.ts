import { z } from 'zod'
import { jsonOf } from '#platform/json.ts'
import type { Log } from '#platform/server/log.ts'
import { openTurns } from '#platform/server/turns.ts'

/** The service looked at the words and will not draw them. */
export class DrawingRefused extends Error {}
/** No picture came, for any other reason. */
export class DrawingFailed extends Error {}
/** The same, and the service was not even asked: nobody pays for it. */
export class DrawingUnasked extends DrawingFailed {}

type Asked = { prompt: string; personHash: string; signal?: AbortSignal | undefined }
/** Has a picture drawn and gives its bytes, as they came. Throws `DrawingRefused`, `DrawingFailed` or `DrawingUnasked`. */
export type Draw = (asked: Asked) => Promise<Uint8Array>

type Service = { apiKey: string; baseUrl: string; model: string; log: Log; patienceMs?: number }

const size = '1792x1024'
const mostBytes = 48 * 1024 * 1024
const neverConnected = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT'])
const refusals = new Set(['moderation_blocked', 'content_policy_violation'])

const Answer = z.object({ data: z.array(z.object({ b64_json: z.string() })).min(1) })
const Failure = z.object({ error: z.object({ code: z.string().nullish(), type: z.string().nullish() }) })

/** What is asked of the service for a campaign's cover. Names in it are only ever quoted: they are somebody's words. */
export function promptFor({ title, target }: { title: string; target: string }): string {
  return [
    'A wide editorial illustration for the cover of a consumer boycott campaign.',
    `The campaign's title: ${JSON.stringify(title)}. It is aimed at: ${JSON.stringify(target)}.`,
    'Show the matter in question with people and everyday things, serious and hopeful, with one clear subject in the middle.',
    'No text, no letters, no logos, no brand marks, no likeness of a real person.',
  ].join(' ')
}

/** A service that draws, spoken to in the form of OpenAI's. A few at a time; neither the key nor what it answers is logged. */
export function openDrawing({ apiKey, baseUrl, model, log, patienceMs = 100_000 }: Service): Draw {
  // Whoever waits does so for as long as those before may take.
  const inTurn = openTurns({ atOnce: 4, waiting: 16, patienceMs, full: () => new DrawingUnasked('Too many at once') })

  async function draw({ prompt, personHash, signal }: Asked): Promise<Uint8Array> {
    if (signal?.aborted) throw new DrawingUnasked('cancelled')
    const begun = performance.now()
    const late = AbortSignal.timeout(patienceMs)
    try {
      const response = await fetch(`${baseUrl}/images/generations`, {
        method: 'POST',
        headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
        body: JSON.stringify({ model, prompt, n: 1, size, quality: 'medium', output_format: 'webp', safety_identifier: personHash }),
        // The key goes nowhere else.
        redirect: 'error',
        signal: signal ? AbortSignal.any([signal, late]) : late,
      })
      const json = jsonOf(await textWithin(response, mostBytes))
      if (!response.ok) throw refusalOf(response.status, json)
      const [picture] = Answer.parse(json).data
      log.info({ model, size, ms: Math.round(performance.now() - begun) }, 'a picture was drawn')
      return new Uint8Array(Buffer.from(picture?.b64_json ?? '', 'base64'))
    } catch (error) {
      if (error instanceof DrawingRefused) throw error
      const reason = signal?.aborted ? 'cancelled' : late.aborted ? `no answer within ${patienceMs} ms` : reasonOf(error)
      if (!signal?.aborted) log.warn({ model, reason, ms: Math.round(performance.now() - begun) }, 'no picture was drawn')
      throw neverConnected.has(reason) ? new DrawingUnasked(reason) : new DrawingFailed(reason)
    }
  }
  return (asked) => inTurn(() => draw(asked))
}

function refusalOf(status: number, json: unknown): Error {
  const { code, type } = Failure.safeParse(json).data?.error ?? {}
  if (refusals.has(code ?? '')) return new DrawingRefused(code ?? '')
  // Not the message: a wrong key is quoted in it. Of the rest only what looks like a code: a log is no place for others' texts.
  const named = /^[\w.-]{1,60}$/.exec(code ?? type ?? '')?.[0]
  return new DrawingFailed(`answered ${[status, named].filter(Boolean).join(' ')}`)
}

/** Which network error, or that the answer had another form; nothing that came from outside. */
function reasonOf(error: unknown): string {
  if (error instanceof DrawingFailed) return error.message
  if (error instanceof z.ZodError) return 'the answer had another form'
  const { code }: { code?: unknown } = Object(Object(error).cause)
  return typeof code === 'string' ? code : 'the answer could not be read'
}

async function textWithin(response: Response, most: number): Promise<string> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of response.body ?? []) {
    bytes += part.length
    if (bytes > most) throw new DrawingFailed('the answer was too large')
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}
