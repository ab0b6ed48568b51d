import { createHash, randomUUID } from 'node:crypto'
import { AwsClient } from 'aws4fetch'
import { retry } from './retry.ts'
import { expectFileName, type FileStorage, StorageUnavailable } from './storage.ts'

export type S3Settings = { endpoint: string; bucket: string; accessKeyId: string; secretAccessKey: string; region: string }

const tries = 3
/** Limit for all attempts of a call together, which is the longest that a request for a picture waits. */
const patienceMs = 10_000
/** Prefix of our own objects, because the bucket may contain others. */
const folder = 'media/'

type Method = 'GET' | 'PUT' | 'DELETE'
type S3Request = { method: Method; address: string; bytes: Uint8Array | undefined; late: AbortSignal }

/** An error answer of the S3 store. Keeps only status and code, because its text may contain internal names. */
class S3Refusal extends Error {
  readonly status: number
  readonly code: string
  constructor(status: number, code: string) {
    super(`The object storage responded with ${status} ${code}`.trim())
    this.status = status
    this.code = code
  }
}

/** A refusal that a repeated call would get as well. */
const isFinal = (error: unknown): error is S3Refusal => error instanceof S3Refusal && error.status < 500 && error.status !== 429

/**
 * Stores files through the S3 protocol with path-style addresses (endpoint/bucket/name), which every such store supports.
 * Retries a call that gets no answer, 429 or 5xx: all calls are safe to repeat.
 */
export function s3Storage({ endpoint, bucket, ...access }: S3Settings): FileStorage {
  const client = new AwsClient({ ...access, service: 's3' })
  const root = `${endpoint}/${encodeURIComponent(bucket)}`
  const addressOf = (name: string) => `${root}/${folder}${expectFileName(name)}`

  /**
   * Returns null for a missing file. After startup, a refusal also means that the store is unavailable for the moment
   * (`StorageUnavailable`).
   */
  async function ask(method: Method, address: string, bytes?: Uint8Array): Promise<Uint8Array<ArrayBuffer> | null> {
    try {
      return await requestUnchecked(method, address, bytes)
    } catch (error) {
      throw error instanceof S3Refusal ? new StorageUnavailable(error.message) : error
    }
  }

  /** Like `ask`, but throws refusals unchanged, for the check of the settings. */
  async function requestUnchecked(method: Method, address: string, bytes?: Uint8Array): Promise<Uint8Array<ArrayBuffer> | null> {
    const late = AbortSignal.timeout(patienceMs)
    try {
      return await retry(() => requestOnce({ method, address, bytes, late }), {
        attempts: tries,
        isTransient: (error) => !late.aborted && !isFinal(error),
        pauseMs: (failures) => 100 * 4 ** (failures - 1) * (0.5 + Math.random()),
      })
    } catch (error) {
      if (isFinal(error)) throw error
      throw new StorageUnavailable(error instanceof S3Refusal ? error.message : networkReason(error))
    }
  }

  async function requestOnce({ method, address, bytes, late }: S3Request): Promise<Uint8Array<ArrayBuffer> | null> {
    const body = bytes ? new Uint8Array(bytes) : null
    const headers = {
      // Signs the content hash, so that the store refuses content that was altered on the way.
      'x-amz-content-sha256': createHash('sha256')
        .update(body ?? '')
        .digest('hex'),
      ...(body ? { 'content-type': typeOf(address) } : {}),
    }
    const signed = await client.sign(address, { method, headers, ...(body ? { body } : {}) })
    const response = await fetch(signed, { signal: late, redirect: 'error' })
    const answer = new Uint8Array(await response.arrayBuffer())
    if (response.ok) return answer
    const code = /<Code>([A-Za-z0-9]+)<\/Code>/.exec(Buffer.from(answer).toString('utf8'))?.[1] ?? ''
    if (response.status === 404 && code !== 'NoSuchBucket') return null
    throw new S3Refusal(response.status, code)
  }

  async function* list() {
    for (let token: string | undefined; ; ) {
      const query = new URLSearchParams({ 'list-type': '2', prefix: folder, ...(token ? { 'continuation-token': token } : {}) })
      const page = textOf(await ask('GET', `${root}?${query}`))
      for (const [, entry = ''] of page.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
        const [name, changed] = [tagIn(entry, 'Key').slice(folder.length), tagIn(entry, 'LastModified')]
        if (name) yield { name, modifiedAt: new Date(changed), bytes: Number(tagIn(entry, 'Size')) }
      }
      token = tagIn(page, 'NextContinuationToken') || undefined
      if (tagIn(page, 'IsTruncated') !== 'true' || !token) return
    }
  }

  return {
    async put(name, bytes) {
      await ask('PUT', addressOf(name), bytes)
    },
    get: (name) => ask('GET', addressOf(name)),
    async remove(name) {
      await ask('DELETE', addressOf(name))
    },
    list,
    async check() {
      // A unique name, because several processes may start at the same time.
      const name = `start-check-${randomUUID()}.txt`
      await requestUnchecked('PUT', addressOf(name), Buffer.from('Holdout writes, reads and removes this file when it starts.\n'))
      if (!(await requestUnchecked('GET', addressOf(name)))) throw new Error('a file that was just written could not be read')
      await requestUnchecked('GET', `${root}?${new URLSearchParams({ 'list-type': '2', prefix: folder, 'max-keys': '1' })}`)
      await requestUnchecked('DELETE', addressOf(name))
    },
  }
}

/** Explains the problem in a sentence for the operator, without any key. */
export function s3Advice(error: unknown, { endpoint, bucket }: Pick<S3Settings, 'endpoint' | 'bucket'>): string {
  if (error instanceof StorageUnavailable) return `The object storage at S3_ENDPOINT ${endpoint} does not work (${error.message}).`
  const { status, code } = error instanceof S3Refusal ? error : { status: 0, code: '' }
  if (code === 'NoSuchBucket') return `There is no bucket ${bucket} (S3_BUCKET) in the object storage at ${endpoint}. Create it first.`
  if (status === 403 || status === 401)
    return `The object storage at ${endpoint} denied access (${status} ${code}): check S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY and S3_REGION, and that this key may list the bucket ${bucket} and read, write and delete in it.`
  if (status > 0) return `The object storage at ${endpoint} responded with ${status} ${code}: check S3_ENDPOINT, S3_BUCKET and S3_REGION.`
  return `S3_ENDPOINT ${endpoint} is not a working object storage (${error instanceof Error ? error.message : String(error)}).`
}

function networkReason(error: unknown): string {
  const { name, cause, code }: { name?: unknown; cause?: unknown; code?: unknown } = Object(error)
  if (name === 'TimeoutError') return `no response within ${patienceMs} ms`
  const known: unknown = Object(cause).code ?? code
  return typeof known === 'string' ? known : 'the connection failed'
}

const textOf = (bytes: Uint8Array | null) => Buffer.from(bytes ?? []).toString('utf8')

const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&apos;': "'", '&#39;': "'", '&#34;': '"' }

function tagIn(xml: string, tag: string): string {
  const text = new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(xml)?.[1] ?? ''
  return text.replace(/&(?:amp|lt|gt|quot|apos|#39|#34);/g, (entity) => entities[entity] ?? entity)
}

const types: Record<string, string> = { avif: 'image/avif', webp: 'image/webp', jpg: 'image/jpeg' }
const typeOf = (address: string) => types[address.slice(address.lastIndexOf('.') + 1)] ?? 'application/octet-stream'
