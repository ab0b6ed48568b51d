import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { closeServer, listenOnFreePort } from './http-servers.ts'

/** The kind of response that the service sends. With 'none' it sends no response until `release` is called. */
export type ResponseKind = 'picture' | 'prompt refused' | 'server error' | 'no picture' | 'none' | 'key refused' | 'odd error code'
export type ImageRequest = { authorization: string | undefined; path: string; body: any; wasCancelled: boolean }

/** Starts a fake of OpenAI's image generation API on this machine. */
export async function anImageService(picture: Uint8Array) {
  const requests: ImageRequest[] = []
  let kind: ResponseKind = 'picture'
  let release = () => {}

  async function answer(request: IncomingMessage, response: ServerResponse) {
    let text = ''
    for await (const chunk of request.setEncoding('utf8')) text += chunk
    const received: ImageRequest = { authorization: request.headers.authorization, path: request.url ?? '', body: JSON.parse(text), wasCancelled: false }
    requests.push(received)
    response.on('close', () => {
      received.wasCancelled = !response.writableFinished
    })
    if (kind === 'none')
      await new Promise<void>((resolve) => {
        release = resolve
        response.once('close', resolve)
      })
    if (kind === 'prompt refused')
      return respond(response, 400, { error: { code: 'moderation_blocked', type: 'image_generation_user_error', message: 'Rejected.' } })
    if (kind === 'server error') return respond(response, 500, { error: { code: null, type: 'server_error', message: 'Oops.' } })
    if (kind === 'key refused')
      return respond(response, 401, {
        error: { code: 'invalid_api_key', type: 'invalid_request_error', message: `Incorrect API key provided: ${received.authorization}` },
      })
    if (kind === 'odd error code') return respond(response, 400, { error: { code: `a code\n{"level":50} ${'x'.repeat(100)}`, type: 'no type' } })
    if (kind === 'no picture') return respond(response, 200, { created: 1, data: [{ url: 'https://elsewhere.example/a.png' }] })
    respond(response, 200, { created: 1, data: [{ b64_json: Buffer.from(picture).toString('base64') }] })
  }

  const server = createServer((request, response) => void answer(request, response).catch(() => response.destroy()))
  const port = await listenOnFreePort(server)
  return {
    env: { OPENAI_API_KEY: 'sk-test-that-nobody-may-see', OPENAI_BASE_URL: `http://127.0.0.1:${port}/v1`, OPENAI_IMAGE_MODEL: 'a-model' },
    requests,
    /** Takes effect with the next request. */
    respondWith(next: ResponseKind) {
      kind = next
    },
    /** Sends the response to the request that is waiting. */
    release: () => release(),
    stop: () => closeServer(server),
  }
}

function respond(response: ServerResponse, status: number, body: unknown) {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body))
}
