import { chmod, mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brand } from '#platform/brand.ts'
import type { Config } from '../config.ts'
import { oneLine, type Rendered } from './render-letter.ts'

export type Message = Rendered & { id: string; kind: string; to: string }
/** `refused`: the server will never accept mail for this address. */
export type Delivered = 'sent' | { refused: string }

export type Delivery = {
  /** Throws if a later attempt may succeed. */
  send: (message: Message) => Promise<Delivered>
  /** Removes mails that are kept for a limited time only. */
  sweep: () => Promise<void>
  close: () => void
}

const keptMs = 7 * 24 * 3_600_000
export const outboxFolder = (dataDir: string) => join(dataDir, 'outbox')

/** Delivers through the configured SMTP server, or into files in the data folder. */
export function openDelivery({ mail, dataDir }: Pick<Config, 'mail' | 'dataDir'>): Delivery {
  return mail ? throughSmtp(mail) : intoFolder(outboxFolder(dataDir))
}

function throughSmtp({ url, from }: NonNullable<Config['mail']>): Delivery {
  const opened = import('nodemailer').then(({ createTransport }) => {
    const transport = createTransport({
      url,
      pool: true,
      maxConnections: 4,
      // The mail queue retries by itself.
      maxRequeues: 0,
      connectionTimeout: 10_000,
      greetingTimeout: 10_000,
      socketTimeout: 30_000,
      dnsTimeout: 10_000,
    })
    // A broken idle connection needs no handling: the next mail opens another.
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

/** Writes one file for each mail, in the format that mail programs open. Only the account that runs the site can read them. */
function intoFolder(folder: string): Delivery {
  return {
    async send(message) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await chmod(folder, 0o700)
      // Imported with the first mail, because many sites send none for weeks.
      const { createTransport } = await import('nodemailer')
      const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
      const { message: bytes } = await composer.sendMail(fieldsOf(message, `${brand.name} <${brand.contact.general}>`))
      if (!Buffer.isBuffer(bytes)) throw new Error('The email was not built as a single buffer')
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
    // Passed as an object, so that the address is never parsed as a list.
    to: { name: '', address: to },
    ...(replyTo ? { replyTo: { name: '', address: oneLine(replyTo) } } : {}),
    envelope: { from: /<([^>]+)>/.exec(from)?.[1] ?? from, to: [to] },
    subject,
    html,
    text,
    messageId: `<${id}@${domain}>`,
    // The headers prevent vacation replies. The options below prevent the loading of files and URLs.
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All', ...(unsubscribe ? leaving(unsubscribe) : {}) },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** Headers of RFC 8058. Each stays on one line, whatever its length: folded ones have broken signatures in transit. */
const leaving = (href: string) => ({
  'List-Unsubscribe': { prepared: true, value: `<${oneLine(href)}>` },
  'List-Unsubscribe-Post': { prepared: true, value: 'List-Unsubscribe=One-Click' },
})

/**
 * Returns the server's answer if it refuses the recipient permanently; null for temporary errors and those that concern this
 * site.
 */
function refusalOf(error: unknown): string | null {
  const { command, responseCode, response }: { command?: unknown; responseCode?: unknown; response?: unknown } = Object(error)
  if (command !== 'RCPT TO' || typeof responseCode !== 'number' || responseCode < 500 || typeof response !== 'string') return null
  // 5.7: this server or sender may not send there. 5.2.2: the mailbox is full. 503, 530, 535, 538: an error on our side.
  if (/^\d{3}[ -]5\.(7\.\d|2\.2)/.test(response) || [503, 530, 535, 538].includes(responseCode)) return null
  return oneLine(response).slice(0, 300)
}
