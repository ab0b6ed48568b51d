import { createHash, randomUUID } from 'node:crypto'
import { AwsClient } from 'aws4fetch'
import { expectFileName, type FileStorage, StorageAway } from './storage.ts'

export type S3Settings = { endpoint: string; bucket: string; accessKeyId: string; secretAccessKey: string; region: string }

const tries = 3
/** For all tries of a call together: whoever asked for a picture or sent one waits no longer. */
const patienceMs = 10_000
/** Of our own in a bucket that may hold other things. */
const folder = 'media/'

type Method = 'GET' | 'PUT' | 'DELETE'
type Asked = { method: Method; address: string; bytes: Uint8Array | undefined; late: AbortSignal }

/** What the store answered that is no success; its words may hold names of ours, so only status and code are kept. */
class S3Refusal extends Error {
  readonly status: number
  readonly code: string
  constructor(status: number, code: string) {
    super(`The picture store answered ${status} ${code}`.trim())
    this.status = status
    this.code = code
  }
}

/**
 * Files in a store that speaks the S3 protocol, addressed by path (endpoint/bucket/name), which every such store
 * understands. A call that was not answered, or with 5xx, is made again: all four verbs may be repeated.
 */
export function s3Storage({ endpoint, bucket, ...access }: S3Settings): FileStorage {
  const client = new AwsClient({ ...access, service: 's3' })
  const root = `${endpoint}/${encodeURIComponent(bucket)}`
  const addressOf = (name: string) => `${root}/${folder}${expectFileName(name)}`

  /** Null for what is not there. Once it worked, a refusal too is a store that does not work for the moment. */
  async function ask(method: Method, address: string, bytes?: Uint8Array): Promise<Uint8Array<ArrayBuffer> | null> {
    try {
      return await askPlainly(method, address, bytes)
    } catch (error) {
      throw error instanceof S3Refusal ? new StorageAway(error.message) : error
    }
  }

  /** The same, but a refusal comes as it is, for whoever looks into the settings. */
  async function askPlainly(method: Method, address: string, bytes?: Uint8Array): Promise<Uint8Array<ArrayBuffer> | null> {
    const late = AbortSignal.timeout(patienceMs)
    for (let attempt = 1; ; attempt++) {
      try {
        return await askOnce({ method, address, bytes, late })
      } catch (error) {
        if (error instanceof S3Refusal && error.status < 500 && error.status !== 429) throw error
        if (attempt === tries || late.aborted) throw new StorageAway(error instanceof S3Refusal ? error.message : networkReason(error))
        await new Promise((resolve) => setTimeout(resolve, 100 * 4 ** (attempt - 1) * (0.5 + Math.random())))
      }
    }
  }

  async function askOnce({ method, address, bytes, late }: Asked): Promise<Uint8Array<ArrayBuffer> | null> {
    const body = bytes ? new Uint8Array(bytes) : null
    const headers = {
      // Signed with its digest, so that what arrives otherwise than it was sent is refused.
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
      // Of its own, because several processes may start at once.
      const name = `start-check-${randomUUID()}.txt`
      await askPlainly('PUT', addressOf(name), Buffer.from('Holdout writes, reads and removes this file when it starts.\n'))
      if (!(await askPlainly('GET', addressOf(name)))) throw new Error('what was written is not there')
      await askPlainly('GET', `${root}?${new URLSearchParams({ 'list-type': '2', prefix: folder, 'max-keys': '1' })}`)
      await askPlainly('DELETE', addressOf(name))
    },
  }
}

/** What is wrong, in a sentence for whoever made the settings; never with a key in it. */
export function s3Advice(error: unknown, { endpoint, bucket }: Pick<S3Settings, 'endpoint' | 'bucket'>): string {
  if (error instanceof StorageAway) return `The picture store at S3_ENDPOINT ${endpoint} does not work (${error.message}).`
  const { status, code } = error instanceof S3Refusal ? error : { status: 0, code: '' }
  if (code === 'NoSuchBucket') return `There is no bucket ${bucket} (S3_BUCKET) in the picture store at ${endpoint}. Make it first.`
  if (status === 403 || status === 401)
    return `The picture store at ${endpoint} refused (${status} ${code}): check S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY and S3_REGION, and that this key may list the bucket ${bucket} and read, write and delete in it.`
  if (status > 0) return `The picture store at ${endpoint} answered ${status} ${code}: check S3_ENDPOINT, S3_BUCKET and S3_REGION.`
  return `What S3_ENDPOINT ${endpoint} names is no working picture store (${error instanceof Error ? error.message : String(error)}).`
}

function networkReason(error: unknown): string {
  const { name, cause, code }: { name?: unknown; cause?: unknown; code?: unknown } = Object(error)
  if (name === 'TimeoutError') return `no answer within ${patienceMs} ms`
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
