import { jsonOf } from '#platform/json.ts'

/** A form to send: `key` is its idempotency key, `onProgress` receives the share that is sent, 0 to 1. */
type Post = { address: string; form: FormData; key: string; signal: AbortSignal; onProgress: (share: number) => void }

/** An unsuccessful answer, in the shape that `refusalOf` reads. Status 0 means that no answer arrived. */
class PostRefused extends Error {
  readonly code: string
  readonly status: number
  readonly data: unknown
  constructor({ code, status, data }: { code: string; status: number; data: unknown }) {
    super(`${status} ${code}`)
    this.code = code
    this.status = status
    this.data = data
  }
}

/** Sends a form and resolves with the answer's JSON. Uses XMLHttpRequest because fetch reports no upload progress. */
export function postForm({ address, form, key, signal, onProgress }: Post): Promise<unknown> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted()
    const request = new XMLHttpRequest()
    const fail = (code: string) => reject(new PostRefused({ code, status: 0, data: null }))
    const stop = () => request.abort()
    request.upload.onprogress = ({ loaded, total, lengthComputable }) => lengthComputable && onProgress(loaded / total)
    request.onload = () => {
      const answer = jsonOf(request.responseText)
      if (request.status >= 200 && request.status < 300) return resolve(answer)
      const { code, data }: { code?: unknown; data?: unknown } = Object(answer)
      reject(new PostRefused({ code: typeof code === 'string' ? code : 'UNKNOWN', status: request.status, data }))
    }
    request.onerror = () => fail('NETWORK')
    request.onabort = () => fail('ABORTED')
    request.onloadend = () => signal.removeEventListener('abort', stop)
    signal.addEventListener('abort', stop)
    request.open('POST', address)
    request.setRequestHeader('idempotency-key', key)
    request.send(form)
  })
}
