import { chmod, mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brand } from '#platform/brand.ts'
import type { Config } from '../config.ts'
import { oneLine, type Rendered } from './render-letter.ts'

export type Message = Rendered & { id: string; kind: string; to: string }
/** `refused`: the server will never take mail for this address. */
export type Delivered = 'sent' | { refused: string }

export type Delivery = {
  /** Throws when it may go better at another time. */
  send: (message: Message) => Promise<Delivered>
  /** Removes what is only kept for a while. */
  sweep: () => Promise<void>
  close: () => void
}

const keptMs = 7 * 24 * 3_600_000
export const outboxFolder = (dataDir: string) => join(dataDir, 'outbox')

/** Through the SMTP server of the settings, or into files in the data folder. */
export function openDelivery({ mail, dataDir }: Pick<Config, 'mail' | 'dataDir'>): Delivery {
  return mail ? throughSmtp(mail) : intoFolder(outboxFolder(dataDir))
}

function throughSmtp({ url, from }: NonNullable<Config['mail']>): Delivery {
  const opened = import('nodemailer').then(({ createTransport }) => {
    const transport = createTransport({
      url,
      pool: true,
      maxConnections: 4,
      // The queue tries again itself.
      maxRequeues: 0,
      connectionTimeout: 10_000,
      greetingTimeout: 10_000,
      socketTimeout: 30_000,
      dnsTimeout: 10_000,
    })
    // Idle connections that break are no matter of anybody's: the next mail opens another.
    transport.on('error', () => {})
    return transport
  })
  return {
    async send(message) {
      try {
        const transport = await opened
        await transport.sendMail(fieldsOf(message, from))
        return 'sent'
      } catch (error) {
        const refused = refusalOf(error)
        if (refused === null) throw error
        return { refused }
      }
    },
    sweep: async () => {},
    close: () => void opened.then((transport) => transport.close()),
  }
}

/** One file for each mail, in the form that mail programs open. Only the account that runs the site can read them. */
function intoFolder(folder: string): Delivery {
  return {
    async send(message) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await chmod(folder, 0o700)
      // Imported by the first mail: many sites send none for weeks.
      const { createTransport } = await import('nodemailer')
      const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
      const { message: bytes } = await composer.sendMail(fieldsOf(message, `${brand.name} <${brand.contact.general}>`))
      if (!Buffer.isBuffer(bytes)) throw new Error('The mail was not made in one piece')
      const file = join(folder, `${message.kind}-${message.id}.eml`)
      await rm(`${file}.part`, { force: true })
      await writeFile(`${file}.part`, bytes, { mode: 0o600 })
      await rename(`${file}.part`, file)
      return 'sent'
    },
    async sweep() {
      const names = await readdir(folder).catch(() => [])
      for (const name of names.filter((name) => /\.eml(\.part)?$/.test(name))) {
        const file = join(folder, name)
        const { mtimeMs } = await stat(file)
        if (mtimeMs < Date.now() - keptMs) await rm(file, { force: true })
      }
    },
    close() {},
  }
}

function fieldsOf({ id, to, subject, html, text, replyTo, unsubscribe }: Message, from: string) {
  const domain = /@([^\s>]+)>?$/.exec(from)?.[1] ?? 'localhost'
  return {
    from: oneLine(from),
    // As parts, so that nothing in the address is read as a list of several.
    to: { name: '', address: to },
    ...(replyTo ? { replyTo: { name: '', address: oneLine(replyTo) } } : {}),
    envelope: { from: /<([^>]+)>/.exec(from)?.[1] ?? from, to: [to] },
    subject,
    html,
    text,
    messageId: `<${id}@${domain}>`,
    // No vacation answers, and nothing is fetched from anywhere.
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All', ...(unsubscribe ? leaving(unsubscribe) : {}) },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** RFC 8058. Each stays one line, whatever its length: folded ones have broken signatures on the way. */
const leaving = (href: string) => ({
  'List-Unsubscribe': { prepared: true, value: `<${oneLine(href)}>` },
  'List-Unsubscribe-Post': { prepared: true, value: 'List-Unsubscribe=One-Click' },
})

/** What the server said, if it was about the recipient and for good; null for all that may pass, or that is about us. */
function refusalOf(error: unknown): string | null {
  const { command, responseCode, response }: { command?: unknown; responseCode?: unknown; response?: unknown } = Object(error)
  if (command !== 'RCPT TO' || typeof responseCode !== 'number' || responseCode < 500 || typeof response !== 'string') return null
  // 5.7: this server or sender may not send there; 5.2.2: the mailbox is full; 503, 530: we did it wrong.
  if (/^\d{3}[ -]5\.(7\.\d|2\.2)/.test(response) || [503, 530, 535, 538].includes(responseCode)) return null
  return oneLine(response).slice(0, 300)
}
