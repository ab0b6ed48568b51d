import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

/**
 * The service's response: a picture, a refused prompt, a server error, a response without a picture, none until `goOn`, a refused API key, or
 * an odd error code.
 */
export type Mood = 'draws' | 'declines' | 'breaks' | 'rambles' | 'hangs' | 'turns away' | 'lectures'
export type Drawn = { authorization: string | undefined; path: string; body: any; wasCancelled: boolean }

/** A server on this machine with the protocol of OpenAI's image generation. */
export async function anImageService(picture: Uint8Array) {
  const asked: Drawn[] = []
  let mood: Mood = 'draws'
  let goOn = () => {}

  async function answer(request: IncomingMessage, response: ServerResponse) {
    let text = ''
    for await (const chunk of request.setEncoding('utf8')) text += chunk
    const drawn: Drawn = { authorization: request.headers.authorization, path: request.url ?? '', body: JSON.parse(text), wasCancelled: false }
    asked.push(drawn)
    response.on('close', () => {
      drawn.wasCancelled = !response.writableFinished
    })
    if (mood === 'hangs')
      await new Promise<void>((resolve) => {
        goOn = resolve
        response.once('close', resolve)
      })
    if (mood === 'declines') return respond(response, 400, { error: { code: 'moderation_blocked', type: 'image_generation_user_error', message: 'Rejected.' } })
    if (mood === 'breaks') return respond(response, 500, { error: { code: null, type: 'server_error', message: 'Oops.' } })
    if (mood === 'turns away')
      return respond(response, 401, {
        error: { code: 'invalid_api_key', type: 'invalid_request_error', message: `Incorrect API key provided: ${drawn.authorization}` },
      })
    if (mood === 'lectures') return respond(response, 400, { error: { code: `a code\n{"level":50} ${'x'.repeat(100)}`, type: 'no type' } })
    if (mood === 'rambles') return respond(response, 200, { created: 1, data: [{ url: 'https://elsewhere.example/a.png' }] })
    respond(response, 200, { created: 1, data: [{ b64_json: Buffer.from(picture).toString('base64') }] })
  }

  const server = createServer((request, response) => void answer(request, response).catch(() => response.destroy()))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    env: { OPENAI_API_KEY: 'sk-test-that-nobody-may-see', OPENAI_BASE_URL: `http://127.0.0.1:${port}/v1`, OPENAI_IMAGE_MODEL: 'a-model' },
    asked,
    /** Takes effect with the next request. */
    be(next: Mood) {
      mood = next
    },
    /** Answers the request that hangs. */
    goOn: () => goOn(),
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function respond(response: ServerResponse, status: number, body: unknown) {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body))
}
