import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import ipaddr from 'ipaddr.js'
import { z } from 'zod'
import { type ProviderName, providerNames } from '../providers.ts'
import { repositoryUrl } from './software.ts'
import { missingThirdParty, type ThirdPartyConfig, thirdPartiesOf, thirdPartyRules, thirdPartySettings } from './third-party-settings.ts'

export class ConfigError extends Error {}

const blankIsAbsent = (value: unknown) => (value === '' ? undefined : value)
const partsOf = (text: string) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
const areNetworks = (text: string) => partsOf(text).every((network) => (network.includes('/') ? ipaddr.isValidCIDR(network) : ipaddr.isValid(network)))

/** `127.0.0.1`, `127.0.0.1:5353`, `::1` or `[::1]:5353`. */
function isNameServer(text: string): boolean {
  const [, bracketed, plain] = /^(?:\[([0-9a-f:.]+)\]|([0-9.]+)):\d{1,5}$/i.exec(text) ?? []
  return ipaddr.isValid(bracketed ?? plain ?? text)
}

export type ListenAddress = { host: string; port: number }

/**
 * `9464` listens on the loopback address only; `10.0.0.5:9464` and `[::1]:9464` listen on the given address. Null for anything
 * else.
 */
function listenAddressOf(text: string): ListenAddress | null {
  const [, bracketed, plain, digits] = /^(?:\[([0-9a-f:.]+)\]:|([0-9.]+):)?(\d{1,5})$/i.exec(text.trim()) ?? []
  const [host, port] = [bracketed ?? plain ?? '127.0.0.1', Number(digits)]
  return digits !== undefined && ipaddr.isValid(host) && port <= 65_535 ? { host, port } : null
}

const brandText = z.string().min(1).max(200)
const BrandFile = z
  .strictObject({
    name: brandText,
    noun: z.strictObject({ one: brandText, many: brandText }).partial(),
    tagline: brandText,
    contact: z.strictObject({ general: z.email(), privacy: z.email() }).partial(),
    governingLaw: z.string().max(2_000),
  })
  .partial()

/** True for a file of which `platform/brand.ts` can use everything. */
function isBrandFile(path: string): boolean {
  try {
    return BrandFile.safeParse(JSON.parse(readFileSync(path, 'utf8'))).success
  } catch {
    return false
  }
}

const optional = <S extends z.ZodType>(schema: S) => z.preprocess(blankIsAbsent, schema.optional())

/** The address of a service, to which paths are appended. */
const address = z
  .string()
  .regex(/^https?:\/\/[^/\s?#@]+(\/[^\s?#]*)?$/)
  .refine(URL.canParse)
const printable = z.string().regex(/^[\x21-\x7e]+$/)

type ProviderSetting = `${Uppercase<ProviderName>}_${'CLIENT_ID' | 'CLIENT_SECRET' | 'ISSUER'}`

// ISSUER replaces the provider's own server, for tests or for a company's sign-in service with the same protocol.
const providerSettings = {
  ...{ GOOGLE_CLIENT_ID: optional(printable), GOOGLE_CLIENT_SECRET: optional(printable), GOOGLE_ISSUER: optional(address) },
  ...{ TWITCH_CLIENT_ID: optional(printable), TWITCH_CLIENT_SECRET: optional(printable), TWITCH_ISSUER: optional(address) },
  ...{ DISCORD_CLIENT_ID: optional(printable), DISCORD_CLIENT_SECRET: optional(printable), DISCORD_ISSUER: optional(address) },
  ...{ FACEBOOK_CLIENT_ID: optional(printable), FACEBOOK_CLIENT_SECRET: optional(printable), FACEBOOK_ISSUER: optional(address) },
} satisfies Record<ProviderSetting, z.ZodType>

const Environment = z.object({
  HOST: optional(z.string()),
  PORT: z.preprocess(blankIsAbsent, z.coerce.number().int().min(0).max(65_535).default(3000)),
  BASE_URL: optional(
    z
      .string()
      .trim()
      .toLowerCase()
      .regex(/^https?:\/\/[^/\s?#@]+\/?$/)
      .refine(URL.canParse),
  ),
  DATA_DIR: z.preprocess(blankIsAbsent, z.string().default('./data')),
  DATABASE_URL: optional(z.string().regex(/^postgres(ql)?:\/\//)),
  AUTH_SECRET: optional(z.string().min(32)),
  AUTH_SECRET_PREVIOUS: optional(z.string().refine((text) => partsOf(text).every((secret) => secret.length >= 32))),
  TRUSTED_PROXIES: optional(z.string().refine(areNetworks)),
  METRICS_TOKEN: optional(z.string().regex(/^[\x21-\x7e]{16,}$/)),
  METRICS_PORT: optional(z.string().refine((text) => listenAddressOf(text) !== null)),
  DEMO: optional(z.enum(['on', 'off'])),
  S3_ENDPOINT: optional(address),
  S3_BUCKET: optional(z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{1,62}$/)),
  S3_ACCESS_KEY_ID: optional(printable),
  S3_SECRET_ACCESS_KEY: optional(printable),
  S3_REGION: optional(z.string().regex(/^[a-z0-9-]+$/)),
  OPENAI_API_KEY: optional(printable),
  OPENAI_BASE_URL: optional(address),
  OPENAI_IMAGE_MODEL: optional(printable),
  SMTP_URL: optional(
    z
      .string()
      .regex(/^smtps?:\/\/[^\s/]+\/?(\?\S*)?$/)
      .refine(URL.canParse),
  ),
  COUNT_WITHOUT_MAIL: optional(z.enum(['yes', 'no'])),
  TEMPORARY_EMAIL_DOMAINS: optional(z.string().refine((text) => partsOf(text).every((domain) => /^([a-z0-9-]+\.)+[a-z0-9-]{2,}$/i.test(domain)))),
  MAIL_FROM: optional(z.string().regex(/^([^<>\r\n]+ <[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/)),
  OPERATOR_EMAIL: optional(
    z
      .string()
      .max(254)
      .regex(/^[^\s<>@,;]+@[^\s<>@,;]+$/),
  ),
  SOURCE_URL: optional(
    z
      .string()
      .regex(/^https?:\/\/[^/\s?#@]+([/?#]\S*)?$/)
      .refine(URL.canParse),
  ),
  BRAND_FILE: optional(z.string().trim().refine(isBrandFile)),
  DNS_SERVERS: optional(z.string().refine((text) => partsOf(text).every(isNameServer))),
  BROKER_URL: optional(
    z
      .string()
      .regex(/^rediss?:\/\/[^\s/]+(\/\d*)?$/)
      .refine(URL.canParse),
  ),
  VAPID_PUBLIC_KEY: optional(z.string().regex(/^[A-Za-z0-9_-]{87}$/)),
  VAPID_PRIVATE_KEY: optional(z.string().regex(/^[A-Za-z0-9_-]{43}$/)),
  /** `https://*.example` matches all hosts below it. */
  PUSH_SERVICES: optional(z.string().refine((text) => partsOf(text).every((origin) => /^https?:\/\/[^/\s?#@]+$/.test(origin)))),
  JOBS: optional(z.enum(['on', 'off'])),
  BACKUPS: optional(z.enum(['on', 'off'])),
  ...providerSettings,
  ...thirdPartySettings,
  LOG_LEVEL: z.preprocess(blankIsAbsent, z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info')),
})

const providerRules = Object.fromEntries(
  Object.keys(providerSettings).map((name) => [
    name,
    name.endsWith('ISSUER') ? 'the address of a server, for example https://accounts.example' : 'the value that the provider gave you, without spaces',
  ]),
) as Record<ProviderSetting, string>

const rules: Record<keyof z.infer<typeof Environment>, string> = {
  HOST: 'an address to listen on, for example 127.0.0.1',
  PORT: 'a whole number from 0 to 65535, for example 3000',
  BASE_URL: 'the public address with http:// or https:// and without a path, for example https://holdout.example',
  DATA_DIR: 'a folder this process may write to, for example ./data',
  DATABASE_URL: 'a PostgreSQL address, for example postgres://holdout:secret@127.0.0.1:5432/holdout',
  AUTH_SECRET: 'at least 32 characters, for example the output of: openssl rand -base64 32',
  AUTH_SECRET_PREVIOUS: 'earlier values of AUTH_SECRET separated by commas, each at least 32 characters',
  TRUSTED_PROXIES: 'addresses or networks separated by commas, for example 127.0.0.1, 10.0.0.0/8',
  METRICS_TOKEN: 'at least 16 characters without spaces, for example the output of: openssl rand -hex 24',
  METRICS_PORT: 'a port of this machine, or an address and a port, for example 9464 or 10.0.0.5:9464',
  DEMO: 'on or off',
  S3_ENDPOINT: 'the address of an S3-compatible object storage, without the bucket, for example https://s3.eu-central-1.amazonaws.com',
  S3_BUCKET: 'the name of a bucket, for example holdout-media',
  S3_ACCESS_KEY_ID: 'the id of a key, without spaces',
  S3_SECRET_ACCESS_KEY: 'the secret of that key, without spaces',
  S3_REGION: 'a region, for example us-east-1',
  OPENAI_API_KEY: 'a key, without spaces',
  OPENAI_BASE_URL: 'the address of a service, for example https://api.openai.com/v1',
  OPENAI_IMAGE_MODEL: 'the name of a model, for example gpt-image-2',
  SMTP_URL: 'the address of a mail server, for example smtps://user:password@mail.example:465',
  COUNT_WITHOUT_MAIL: 'yes or no',
  TEMPORARY_EMAIL_DOMAINS: 'domains separated by commas, for example brief.example, gone.example',
  MAIL_FROM: 'an email address, with a name or without, for example Holdout <hello@holdout.example>',
  OPERATOR_EMAIL: 'an email address, for example hello@holdout.example',
  SOURCE_URL: 'the address of the source code that runs here, for example https://git.example/holdout',
  BRAND_FILE: 'the path of a JSON file with any of the keys of brand.json, for example ./brand.own.json',
  DNS_SERVERS: 'addresses of name servers separated by commas, for example 127.0.0.1, 10.0.0.1:5353',
  BROKER_URL: 'the address of a server with the Redis protocol, for example redis://127.0.0.1:6379',
  VAPID_PUBLIC_KEY: 'the public key of a pair generated with: npm run cli -- vapid',
  VAPID_PRIVATE_KEY: 'the private key of a pair generated with: npm run cli -- vapid',
  PUSH_SERVICES: 'origins separated by commas, for example https://fcm.googleapis.com, https://*.push.apple.com',
  JOBS: 'on or off',
  BACKUPS: 'on or off',
  ...providerRules,
  ...thirdPartyRules,
  LOG_LEVEL: 'one of trace, debug, info, warn, error, silent',
}

const noLongerUsed = { METRICS_ALLOW: '/metrics needs METRICS_TOKEN, or its own listener at METRICS_PORT' }

/** Returns a line for each setting that is given but has no effect. */
export function idleSettings(env: NodeJS.ProcessEnv): string[] {
  return Object.entries(noLongerUsed).flatMap(([name, instead]) => (env[name] ? [`${name} is set, but no longer used: ${instead}`] : []))
}

/** `issuer`: a server that replaces the provider's own. */
export type Provider = { clientId: string; clientSecret: string; issuer: string | undefined }

export type Config = {
  host: string
  port: number
  /** Origin for canonical addresses and cookies; null on a local site until its port is known. */
  baseUrl: string | null
  /** True for an https address: AUTH_SECRET is required, cookies have the __Host- prefix, and there are no demo people. */
  isPublic: boolean
  dataDir: string
  databaseUrl: string | undefined
  authSecret: string
  /** Earlier secrets. They still verify unsubscribe links and recognise the addresses of people who left, but sign nothing. */
  previousSecrets: string[]
  trustedProxies: string[]
  /**
   * `token`: `Authorization: Bearer` with it gives access to /metrics. `listen`: a separate address at which /metrics needs no
   * token.
   */
  metrics: { token: string | null; listen: ListenAddress | null }
  demo: boolean
  /** S3 store for pictures; null to use a folder in the data directory. */
  s3: { endpoint: string; bucket: string; accessKeyId: string; secretAccessKey: string; region: string } | null
  /** Service that generates cover images; null for none. */
  openai: { apiKey: string; baseUrl: string; model: string } | null
  /** SMTP server for mail; null to write mail into the outbox folder in the data directory. */
  mail: { url: string; from: string } | null
  /**
   * True if accounts count from their first moment, because without mail
   * nobody can confirm an address. A public site needs the operator's consent.
   */
  countsWithoutMail: boolean
  temporaryDomains: string[]
  /** Address to which messages from /contact are mailed; null if they are only stored. */
  operatorEmail: string | null
  /** Address of the source code of the running version, to which every page links; null for no link. */
  sourceUrl: string | null
  /** Name servers for looking up the TXT records of companies; empty for those of the system. */
  dnsServers: string[]
  /** Broker that carries events between processes, in place of PostgreSQL's notifications. */
  brokerUrl: string | undefined
  /** Keys for web push, and the push services that may be used; null without keys. */
  push: { publicKey: string; privateKey: string; services: string[] } | null
  /** True if this process runs background jobs while it is the leader. */
  runsJobs: boolean
  /** True if the leader makes a backup in its data folder each night. */
  backups: boolean
  /** Other sites through which people can sign in. */
  providers: Partial<Record<ProviderName, Provider>>
  /** Third-party analytics, donations and advertising. */
  thirdParties: ThirdPartyConfig
  logLevel: string
  production: boolean
}

/**
 * Reads and validates the environment. Throws `ConfigError` with one line for each invalid value: its name, its rule and an
 * example.
 */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const parsed = Environment.safeParse(env)
  const problems = parsed.success ? [] : [...new Set(parsed.error.issues.map((issue) => String(issue.path[0])))]
  if (!parsed.success) {
    throw new ConfigError(problems.map((name) => `${name} must be ${Object.entries(rules).find(([key]) => key === name)?.[1]}.`).join('\n'))
  }
  const given = parsed.data
  const isPublic = given.BASE_URL?.startsWith('https://') ?? false
  if (isPublic && !given.AUTH_SECRET) throw new ConfigError(`AUTH_SECRET is required on a public site. It must be ${rules.AUTH_SECRET}.`)
  const missing = missingThirdParty(given)
  if (missing) throw new ConfigError(missing)
  const dataDir = resolve(given.DATA_DIR)
  return {
    host: given.HOST ?? (isPublic ? '0.0.0.0' : '127.0.0.1'),
    port: given.PORT,
    baseUrl: given.BASE_URL ? new URL(given.BASE_URL).origin : null,
    isPublic,
    dataDir,
    databaseUrl: given.DATABASE_URL,
    authSecret: given.AUTH_SECRET ?? keptSecret(dataDir),
    previousSecrets: partsOf(given.AUTH_SECRET_PREVIOUS ?? ''),
    trustedProxies: partsOf(given.TRUSTED_PROXIES ?? ''),
    metrics: { token: given.METRICS_TOKEN ?? null, listen: listenAddressOf(given.METRICS_PORT ?? '') },
    demo: !isPublic && given.DEMO !== 'off',
    s3: s3Of(given),
    openai: given.OPENAI_API_KEY
      ? { apiKey: given.OPENAI_API_KEY, baseUrl: bare(given.OPENAI_BASE_URL ?? 'https://api.openai.com/v1'), model: given.OPENAI_IMAGE_MODEL ?? 'gpt-image-2' }
      : null,
    mail: mailOf(given),
    countsWithoutMail: !given.SMTP_URL && (isPublic ? given.COUNT_WITHOUT_MAIL === 'yes' : given.COUNT_WITHOUT_MAIL !== 'no'),
    temporaryDomains: partsOf(given.TEMPORARY_EMAIL_DOMAINS ?? ''),
    operatorEmail: given.OPERATOR_EMAIL ?? null,
    sourceUrl: given.SOURCE_URL ?? repositoryUrl,
    dnsServers: partsOf(given.DNS_SERVERS ?? ''),
    brokerUrl: given.BROKER_URL,
    push: pushOf(given),
    runsJobs: given.JOBS !== 'off',
    backups: given.BACKUPS ? given.BACKUPS === 'on' : !given.DATABASE_URL,
    providers: providersOf(given),
    thirdParties: thirdPartiesOf(given),
    logLevel: given.LOG_LEVEL,
    production: env.NODE_ENV === 'production',
  }
}

const bare = (address: string) => address.replace(/\/+$/, '')

/** Requires all S3 settings or none, because with some of them pictures would be stored in a place that nobody intended. */
function s3Of(given: z.infer<typeof Environment>): Config['s3'] {
  const needed = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const
  const { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = given
  if (endpoint && bucket && accessKeyId && secretAccessKey)
    return { endpoint: bare(endpoint), bucket, accessKeyId, secretAccessKey, region: given.S3_REGION ?? 'us-east-1' }
  if (!needed.some((name) => given[name]) && !given.S3_REGION) return null
  const missing = needed.filter((name) => !given[name])
  throw new ConfigError(missing.map((name) => `${name} is missing: S3 storage for pictures needs all of ${needed.join(', ')}.`).join('\n'))
}

function mailOf({ SMTP_URL: url, MAIL_FROM: from }: z.infer<typeof Environment>): Config['mail'] {
  if (!url) return null
  if (!from) throw new ConfigError(`MAIL_FROM is missing: email sent through SMTP_URL needs a sender. It must be ${rules.MAIL_FROM}.`)
  return { url, from }
}

/** Push services of current browsers. A browser names its own service, and nothing is sent to services outside this list. */
const pushServices = 'https://fcm.googleapis.com, https://*.push.services.mozilla.com, https://*.notify.windows.com, https://*.push.apple.com'

function pushOf({ VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey, PUSH_SERVICES: services }: z.infer<typeof Environment>): Config['push'] {
  if (publicKey && privateKey) return { publicKey, privateKey, services: partsOf(services ?? pushServices) }
  if (!publicKey && !privateKey) return null
  const missing = publicKey ? 'VAPID_PRIVATE_KEY' : 'VAPID_PUBLIC_KEY'
  throw new ConfigError(`${missing} is missing: browser notifications need both keys of a pair. It must be ${rules[missing]}.`)
}

function providersOf(given: z.infer<typeof Environment>): Config['providers'] {
  const found: Config['providers'] = {}
  for (const name of providerNames) {
    const upper = name.toUpperCase() as Uppercase<typeof name>
    const [clientId, clientSecret, issuer] = [given[`${upper}_CLIENT_ID`], given[`${upper}_CLIENT_SECRET`], given[`${upper}_ISSUER`]]
    if (clientId && clientSecret) found[name] = { clientId, clientSecret, issuer: issuer && bare(issuer) }
    else if (clientId || clientSecret)
      throw new ConfigError(`${upper}_CLIENT_${clientId ? 'SECRET' : 'ID'} is missing: sign-in through ${name} needs both parts of its credentials.`)
  }
  return found
}

/** On a local site the secret is generated once and stored in the data folder. */
function keptSecret(dataDir: string): string {
  const file = join(dataDir, 'auth-secret')
  try {
    mkdirSync(dataDir, { recursive: true })
    if (!existsSync(file)) keepOnce(file, randomBytes(32).toString('base64'))
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    if (
      error instanceof Error &&
      'code' in error &&
      (error.code === 'EACCES' || error.code === 'EROFS' || error.code === 'EPERM' || error.code === 'ENOTDIR')
    ) {
      throw new ConfigError(`DATA_DIR ${dataDir} cannot be written (${error.code}). It must be ${rules.DATA_DIR}.`)
    }
    throw error
  }
}

/**
 * Writes a temporary file and then links it to the final name, so that processes that start at the same time never read half of
 * it.
 */
function keepOnce(file: string, text: string): void {
  const own = `${file}.${process.pid}`
  writeFileSync(own, text, { mode: 0o600, flush: true })
  try {
    linkSync(own, file)
  } catch (error) {
    if (Object(error).code !== 'EEXIST') throw error
  } finally {
    rmSync(own, { force: true })
  }
}
