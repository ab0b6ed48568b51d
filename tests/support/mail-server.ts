import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { freePort } from './product.ts'

export type Received = Email & { to: string; raw: string }

export type MailServer = {
  /** The values of SMTP_URL and MAIL_FROM. */
  env: { SMTP_URL: string; MAIL_FROM: string }
  mails: Received[]
  /** Recipients that the server refuses, with its response. */
  refuses: Map<string, { responseCode: number; message: string }>
  /** Waits at most 60 s for the next email to this address, and removes it from `mails`. */
  next: (address: string, subject?: RegExp) => Promise<Received>
  stop: () => Promise<void>
  start: () => Promise<void>
  /** Until the returned function is called, the server receives emails but does not acknowledge them. */
  holdAnswers: () => () => void
}

/** A real mail server on the loopback interface. It keeps its port while it is stopped. */
export async function aMailServer(): Promise<MailServer> {
  const port = await freePort()
  const mails: Received[] = []
  const refuses: MailServer['refuses'] = new Map()
  let server: SMTPServer | null = null
  let mayAnswer = Promise.resolve()

  function start(): Promise<void> {
    const fresh = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      closeTimeout: 200,
      onRcptTo({ address }, _session, done) {
        const refusal = refuses.get(address)
        done(refusal ? Object.assign(new Error(refusal.message), { responseCode: refusal.responseCode }) : undefined)
      },
      onData(stream, session, done) {
        const chunks: Buffer[] = []
        stream.on('data', (chunk: Buffer) => chunks.push(chunk))
        stream.on('end', () => {
          const raw = Buffer.concat(chunks)
          PostalMime.parse(raw).then((mail) => {
            const to = session.envelope.rcptTo.map(({ address }) => address).join()
            mails.push({ ...mail, to, raw: raw.toString('utf8') } as unknown as Received)
            void mayAnswer.then(() => done())
          }, done)
        })
      },
    })
    fresh.on('error', () => {})
    server = fresh
    return new Promise((resolve) => fresh.listen(port, '127.0.0.1', () => resolve()))
  }

  await start()
  return {
    env: { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'Holdout <hello@holdout.test>' },
    mails,
    refuses,
    start,
    holdAnswers() {
      const { promise, resolve } = Promise.withResolvers<void>()
      mayAnswer = promise
      return resolve
    },
    async stop() {
      const ending = server
      server = null
      if (ending) await new Promise<void>((resolve) => ending.close(() => resolve()))
    },
    async next(address, subject = /./) {
      const end = Date.now() + 60_000
      for (;;) {
        const at = mails.findIndex(({ to, subject: about }) => to === address && subject.test(about ?? ''))
        const [mail] = at < 0 ? [] : mails.splice(at, 1)
        if (mail) return mail
        if (Date.now() > end) throw new Error(`No mail for ${address} within 60 s; there are ${mails.map(({ to, subject }) => `${to}: ${subject}`).join('; ')}`)
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
    },
  }
}

/** The link to this mode of the sign-in page in an email's text, and the link's token. */
export function linkIn(mail: { text?: string | undefined }, mode: string): { href: string; token: string } {
  const href = new RegExp(`https?://\\S+(?:/auth\\?mode=${mode}|/${mode}/)\\S*`).exec(mail.text ?? '')?.[0]
  if (!href) throw new Error(`No link for ${mode} in: ${mail.text}`)
  const { pathname, searchParams } = new URL(href)
  return { href, token: searchParams.get('token') ?? pathname.split('/').at(-1) ?? '' }
}
