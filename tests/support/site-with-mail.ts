import { afterAll, beforeAll } from 'vitest'
import { aMailServer, type MailServer } from './mail-server.ts'
import { useSite } from './site.ts'

/** Gives one test file a mail server, and a site with these settings that sends its mail there. */
export async function aSiteWithMail(settings: Record<string, string> = {}): Promise<MailServer> {
  const server = await aMailServer()
  let close = async () => {}
  beforeAll(async () => {
    close = await useSite({ ...server.env, ...settings })
  })
  afterAll(async () => {
    await close()
    await server.stop()
  })
  return server
}
