/** One person or account that joins. at: milliseconds since the start; address: IPv4 text; browser: user-agent, accept-language and sec-ch-ua joined by
 * newlines; formSeconds: how long the sign-up form was open, null if the sign-up did not use the form; isByProvider: signed up through another site; accountHours: age of the account when it joins. */
export type Joining = { at: number; address: string; email: string; browser: string; formSeconds: number | null; isByProvider: boolean; accountHours: number }

type Random = () => number
type Country = { language: string; suffix: string; mail: string }
type NetworkKind = { name: string; count: number; weight: number; addresses: [number, number]; mobile: number; foreign: number; ownMail: number }
type Network = { kind: NetworkKind; weight: number; prefix: string; addresses: number[]; domain: string; announcedAt: number; country: Country }
type BrowserKind = [share: number, agent: string, brand: string]
const [CROWD_SIZE, MINUTE, HOUR] = [5000, 60_000, 3_600_000]

/** Large and regional mail providers with their approximate shares in percent. */
const COUNTRIES: Country[] = [
  {
    language: 'de-DE',
    suffix: 'de',
    mail:
      'gmail.com 31 web.de 16 gmx.de 14 t-online.de 8 icloud.com 6 gmx.net 4 outlook.com 4 outlook.de 3 ' +
      'hotmail.com 3 yahoo.de 3 freenet.de 2 posteo.de 1.5 proton.me 1.5 mailbox.org 1 arcor.de 0.8 ewe.net 0.4 netcologne.de 0.4 osnanet.de 0.4',
  },
  {
    language: 'fr-FR',
    suffix: 'fr',
    mail:
      'gmail.com 42 orange.fr 11 hotmail.fr 8 yahoo.fr 6 free.fr 6 laposte.net 5 outlook.fr 5 icloud.com 5 wanadoo.fr 3 ' +
      'sfr.fr 3 outlook.com 2 proton.me 1.5 live.fr 1.5 bbox.fr 0.7 neuf.fr 0.6 numericable.fr 0.4 mailo.com 0.3',
  },
  {
    language: 'en-GB',
    suffix: 'co.uk',
    mail:
      'gmail.com 45 hotmail.com 10 icloud.com 9 outlook.com 8 yahoo.co.uk 7 hotmail.co.uk 6 btinternet.com 4 ' +
      'live.co.uk 2 sky.com 2 aol.com 1.5 proton.me 1.5 virginmedia.com 1.2 talktalk.net 1 ntlworld.com 0.5 plus.com 0.3 zen.co.uk 0.2',
  },
  { language: 'it-IT', suffix: 'it', mail: 'gmail.com 48 libero.it 14 hotmail.it 8 icloud.com 5 virgilio.it 4 alice.it 4 tiscali.it 4 fastwebnet.it 1' },
]

/** The 20 shared networks of the honest crowd; mobile, foreign and ownMail are shares of a network's people. */
const NETWORK_KINDS: NetworkKind[] = [
  { name: 'mobil', count: 5, weight: 10, addresses: [6, 24], mobile: 0.93, foreign: 0.08, ownMail: 0 },
  { name: 'uni', count: 4, weight: 4, addresses: [4, 30], mobile: 0.55, foreign: 0.15, ownMail: 0.5 },
  { name: 'group', count: 5, weight: 2, addresses: [1, 4], mobile: 0.3, foreign: 0.06, ownMail: 0.35 },
  { name: 'office', count: 3, weight: 1, addresses: [1, 2], mobile: 0.25, foreign: 0.04, ownMail: 0.3 },
  { name: 'vpn', count: 3, weight: 3, addresses: [8, 40], mobile: 0.45, foreign: 0.25, ownMail: 0 },
]

const FIRST_NAMES = 'anna lena julia laura nina eva lisa monika claire giulia emily max paul jonas tim jan peter luc marco piotr james ali nour ivan'.split(' ')
const LAST_NAMES = (
  'mueller schmidt fischer weber meyer wagner becker koch richter klein wolf neumann martin bernard dubois petit durand rossi ' +
  'russo ferrari bianchi romano nowak kowalski jansen bakker smith jones taylor brown wilson evans yilmaz kaya nguyen haddad petrov'
).split(' ')
const NICKNAMES = 'sunny green rebel happy blue tiger garden music bike cat coffee river moon pixel fox berg wald storm bee surf'.split(' ')
const ANDROID_MODELS = 'SM-S918B SM-S928B SM-A546B SM-A356B SM-A155F SM-G991B SM-S711B 23129RAA4G 2201117TY M2101K6G CPH2609 V2250 A063 XQ-DC54'.split(' ')
const APP_AGENTS = ['BoycottClient/2.4.1 CFNetwork/3860.300.31 Darwin/25.2.0', 'okhttp/4.12.0']
const GREASE = ['Not=A?Brand";v="24', 'Not?A_Brand";v="8', 'Not_A Brand";v="99', 'Not A(Brand";v="24', 'Not(A:Brand";v="8']

/** Browsers as share, user agent and brand. $V: Chromium, $F: Firefox, $S: Safari, $O: old iOS, $A: Android, $M: Android model, $B: app build. */
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const ANDROID = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko)'
const WEBVIEW = 'Mozilla/5.0 (Linux; Android $A; $M; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/$V.0.0.0 Mobile Safari/537.36'
const SYSTEM = 'Windows NT 10.0; Win64; x64'
const WINDOWS = `Mozilla/5.0 (${SYSTEM}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/$V.0.0.0 Safari/537.36`
const MOBILE_BROWSERS: BrowserKind[] = [
  [41, `${IPHONE} Version/$S Mobile/15E148 Safari/604.1`, ''],
  [5, `${IPHONE.replace('18_7', '$O')} Version/$O Mobile/15E148 Safari/604.1`, ''],
  [2, `${IPHONE} CriOS/$V.0.7499.$B Mobile/15E148 Safari/604.1`, ''],
  [4, `${IPHONE} Mobile/15E148 Instagram 408.0.0.$B (iPhone14,5; iOS 18_7)`, ''],
  [33, `${ANDROID} Chrome/$V.0.0.0 Mobile Safari/537.36`, 'Google Chrome'],
  [7, `${ANDROID} SamsungBrowser/29.0 Chrome/136.0.0.0 Mobile Safari/537.36`, 'Samsung Internet'],
  [5, `${WEBVIEW} [FB_IAB/FB4A;FBAV/540.0.0.$B;]`, 'Android WebView'],
  [3, 'Mozilla/5.0 (Android $A; Mobile; rv:$F.0) Gecko/$F.0 Firefox/$F.0', ''],
]
const DESKTOP_BROWSERS: BrowserKind[] = [
  [44, WINDOWS, 'Google Chrome'],
  [19, `${WINDOWS} Edg/$V.0.0.0`, 'Microsoft Edge'],
  [3, `${WINDOWS} OPR/125.0.0.0`, 'Opera'],
  [9, WINDOWS.replace(SYSTEM, 'Macintosh; Intel Mac OS X 10_15_7'), 'Google Chrome'],
  [3, WINDOWS.replace(SYSTEM, 'X11; Linux x86_64'), 'Google Chrome'],
  [9, 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/$S Safari/605.1.15', ''],
  [13, `Mozilla/5.0 (${SYSTEM}; rv:$F.0) Gecko/20100101 Firefox/$F.0`, ''],
]

/** Mulberry32, a small generator of pseudo-random numbers from 0 to 1. */
function createRandom(state: number): Random {
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

const between = (random: Random, low: number, high: number) => low + random() * (high - low)
const integer = (random: Random, low: number, high: number) => Math.floor(between(random, low, high + 1))
const pick = <T>(random: Random, list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
const exponential = (random: Random, mean: number) => -Math.log(1 - random()) * mean
const logNormal = (random: Random, median: number, sigma: number) =>
  median * Math.exp(sigma * Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random()))

function pickBy<T>(random: Random, list: readonly T[], weigh: (item: T) => number): T {
  let rest = random() * list.reduce((sum, item) => sum + weigh(item), 0)
  const found = list.find((item) => {
    rest -= weigh(item)
    return rest < 0
  })
  return found ?? (list.at(-1) as T)
}
/** Picks from text of the form 'value weight value weight'. */
const pickShare = (random: Random, shares: string) => pickBy(random, shares.match(/\S+ \S+/g) ?? [], (pair) => Number(pair.split(' ')[1])).replace(/ .*/, '')
/** Creates a public /24 prefix; the index makes the prefixes of one crowd distinct. */
const createPrefix = (random: Random, index: number) =>
  `${pick(random, [31, 46, 77, 80, 84, 88, 91, 93, 109, 176, 185, 193, 212])}.${integer(random, 0, 255)}.${integer(random, 0, 11) * 20 + index}.`

function createNetworks(random: Random, country: Country): Network[] {
  return NETWORK_KINDS.flatMap((kind) => Array<NetworkKind>(kind.count).fill(kind)).map((kind, index) => {
    const first = integer(random, 1, 210)
    const addresses = Array.from({ length: integer(random, kind.addresses[0], kind.addresses[1]) }, (_, i) => first + i)
    const domain = `${kind.name}-${pick(random, LAST_NAMES)}${index}.${country.suffix}`
    const announcedAt = between(random, 5, 150) * MINUTE
    return { kind, country, domain, addresses, announcedAt, weight: logNormal(random, kind.weight, 0.5), prefix: createPrefix(random, index) }
  })
}

/** Creates accept-language in the form of the browser's engine; a minority prefers another language than the country's. */
function createLanguages(random: Random, country: Country, agent: string): string {
  const language = random() < 0.86 ? country.language : pickShare(random, 'en-US 6 tr-TR 2 uk-UA 2 ar-SY 1.5 ru-RU 1.5 es-ES 1')
  const second = language === country.language ? 'en-US' : country.language
  return `${language},${language.slice(0, 2)};q=0.9${/Chrome|Firefox/.test(agent) ? `,${second};q=0.8` : ''}`
}

function createBrowser(random: Random, country: Country, mobile: number): string {
  const [, template, brand] = pickBy(random, random() < mobile ? MOBILE_BROWSERS : DESKTOP_BROWSERS, ([share]) => share)
  const version = Number(pickShare(random, `143 67 142 20 141 4 144 3 140 2 138 1 ${integer(random, 109, 137)} 3`))
  const values: Record<string, string> = {
    V: `${version}`,
    F: `${version + 3}`,
    S: pickShare(random, '26.2 56 26.1 24 26.0.1 10 26.0 5 18.6 5'),
    A: `${integer(random, 11, 16)}`,
    O: `${integer(random, 15, 18)}_${integer(random, 0, 7)}`,
    M: pick(random, ANDROID_MODELS),
    B: `${integer(random, 9, 69)}`,
  }
  const agent = template.replace('Version/$O', `Version/${String(values.O).replace('_', '.')}`).replace(/\$([VFSOAMB])/g, (_, key: string) => values[key] ?? '')
  const chromium = /Chrome\/(\d+)/.exec(agent)?.[1]
  const brands = brand && `"${brand}";v="${chromium}", "Chromium";v="${chromium}", "${GREASE[Number(chromium) % 5]}"`
  return `${agent}\n${createLanguages(random, country, agent)}\n${brands}`
}

function createLocalPart(random: Random): string {
  const [first, last, digits] = [pick(random, FIRST_NAMES), pick(random, LAST_NAMES), `${integer(random, 50, 109) % 100}`.padStart(2, '0')]
  return pickShare(
    random,
    `${first}.${last} 30 ${first}${last} 10 ${first}.${last}${digits} 16 ${first[0]}.${last} 9 ${first}${digits} 8 ${last}.${first} 6 ` +
      `${first}_${last} 5 ${pick(random, NICKNAMES)}${last}${digits} 10 ${first[0]}${last}${digits} 5 ${first}.${last}+web 1`,
  )
}

/** Appends digits until the address is free, as a person does at a large provider. */
function createEmail(random: Random, domain: string, used: Set<string>): string {
  let email = `${createLocalPart(random)}@${domain}`
  while (used.has(email)) email = email.replace('@', `${integer(random, 1, 99)}@`)
  used.add(email)
  return email
}

/** Picks the network's own domain, a private domain (6%) or a provider. */
function createMailDomain(random: Random, network: Network, country: Country): string {
  if (random() < network.kind.ownMail) return network.domain
  if (random() > 0.06) return pickShare(random, `${country.mail} privaterelay.appleid.com 3`)
  return `${pick(random, LAST_NAMES)}-${pick(random, [...LAST_NAMES, ...NICKNAMES])}.${pick(random, [country.suffix, country.suffix, 'com', 'net', 'eu'])}`
}

/** Joins peak a few minutes after the report; part of a university, company or office joins after an internal message. */
function createHonestTime(random: Random, network: Network): number {
  const part = random()
  const isInternal = /uni|group|office/.test(network.kind.name) && random() < 0.3
  const at = isInternal
    ? network.announcedAt + exponential(random, 6 * MINUTE)
    : part < 0.55
      ? MINUTE + exponential(random, 5 * MINUTE) + exponential(random, 5 * MINUTE)
      : part < 0.93
        ? 5 * MINUTE + exponential(random, 45 * MINUTE)
        : between(random, MINUTE, 3 * HOUR)
  return at < 3 * HOUR ? at : createHonestTime(random, network)
}

/** 6% fill the form by autofill, 3% leave it open for a long time. */
function createFormSeconds(random: Random): number {
  const part = random()
  const typed = part < 0.09 ? Math.min(logNormal(random, 900, 0.9), 6 * 3600) : Math.max(4, logNormal(random, 35, 0.6))
  return Math.round(10 * (part < 0.06 ? between(random, 1.5, 6) : typed)) / 10
}

/** 30% are from 1 day to 4 years old. Most of the others sign up minutes before they join, a few earlier on the same day. */
function createAccountHours(random: Random, at: number): number {
  if (random() >= 0.7) return 24 * 1460 ** random()
  return random() < 0.06 ? between(random, at / HOUR, 23.9) : Math.min(logNormal(random, 3, 0.9) / 60, (0.3 * at) / HOUR)
}

function createHonestJoining(random: Random, networks: Network[], used: Set<string>): Joining {
  const network = pickBy(random, networks, (item) => item.weight)
  const country = random() < network.kind.foreign ? pick(random, COUNTRIES) : network.country
  const at = Math.floor(createHonestTime(random, network))
  const accountHours = createAccountHours(random, at)
  const openSeconds = accountHours < at / HOUR ? at / 1000 - accountHours * 3600 : Infinity
  const client = pickShare(random, 'form 96 app 2 othersite 2')
  return {
    at,
    accountHours,
    address: network.prefix + pick(random, network.addresses),
    email: createEmail(random, createMailDomain(random, network, country), used),
    browser: client === 'app' ? `${pick(random, APP_AGENTS)}\n${country.language}\n` : createBrowser(random, country, network.kind.mobile),
    formSeconds: client === 'form' ? Math.min(createFormSeconds(random), Math.floor(10 * openSeconds) / 10) : null,
    isByProvider: client === 'othersite',
  }
}

/** Creates 5,000 honest joins in 3 hours after a television report, from 20 shared networks. */
export function honestCrowd(seed: number): Joining[] {
  const random = createRandom(seed * 7919 + 1)
  const [networks, used] = [createNetworks(random, pick(random, COUNTRIES)), new Set<string>()]
  return Array.from({ length: CROWD_SIZE }, () => createHonestJoining(random, networks, used)).sort((a, b) => a.at - b.at)
}

/** Creates 5,000 scripted joins from 3 networks and 200 mail domains; the kinds of one seed differ only in duration, form times and browsers. */
export function scriptedCrowd(seed: number, kind: 'hour' | 'days' | 'human'): Joining[] {
  const [random, human] = [createRandom(seed * 7919 + 2), createRandom(seed * 7919 + 3)]
  const [isPrepared, usesForm, used, country] = [random() < 0.5, random() < 0.5, new Set<string>(), pick(random, COUNTRIES)]
  const [prefixes, endings] = [[0, 1, 2].map((index) => createPrefix(random, index)), ['com', 'xyz', 'online', 'site', 'top', 'net']]
  const domains = NICKNAMES.flatMap((name) => LAST_NAMES.slice(0, 10).map((last) => `${name}${last}${integer(random, 1, 99)}.${pick(random, endings)}`))
  const humanBrowsers = [...new Set(Array.from({ length: 400 }, () => createBrowser(human, country, 0.5)))].slice(0, 40)
  const plainBrowsers = [143, 142, 141].map((version) => `${WINDOWS.replace('$V', `${version}`)}\n${country.language}\n`)
  return Array.from({ length: CROWD_SIZE }, (_, i) => {
    const [network, scriptSeconds] = [integer(random, 0, 2), integer(random, 3, 25) / 10]
    return {
      at: Math.floor(((i + random()) / CROWD_SIZE) * (kind === 'days' ? 72 : 1) * HOUR),
      address: `${prefixes[network]}${integer(random, 1, 254)}`,
      email: createEmail(random, pick(random, domains), used),
      accountHours: isPrepared ? between(random, 1, 20) : between(random, 5, 300) / 3600,
      browser: kind === 'human' ? pick(human, humanBrowsers) : String(plainBrowsers[network]),
      formSeconds: kind === 'human' ? createFormSeconds(human) : usesForm ? scriptSeconds : null,
      isByProvider: false,
    }
  })
}
