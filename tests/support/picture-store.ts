import { startFauxqs } from 'fauxqs'

export type PictureStore = {
  env: Record<string, string>
  /** Removes the bucket, so that every later call is refused. */
  refuse: () => Promise<void>
  stop: () => Promise<void>
}

/** A store with the S3 protocol on this machine, with an empty bucket, and the settings for it. */
export async function aPictureStore(): Promise<PictureStore> {
  const server = await startFauxqs({ port: 0, logger: false, host: '127.0.0.1' })
  server.createBucket('holdout-media')
  return {
    env: {
      S3_ENDPOINT: `http://127.0.0.1:${server.port}`,
      S3_BUCKET: 'holdout-media',
      S3_ACCESS_KEY_ID: 'test-key',
      S3_SECRET_ACCESS_KEY: 'test-secret-that-nobody-may-see',
      S3_REGION: 'us-east-1',
    },
    async refuse() {
      server.emptyBucket('holdout-media')
      const { status } = await fetch(`http://127.0.0.1:${server.port}/holdout-media`, { method: 'DELETE' })
      if (status !== 204) throw new Error(`The bucket is still there: ${status}`)
    },
    stop: () => server.stop(),
  }
}
