const ofEach = 30

const pick = (list: readonly string[], n: number) => list[n % list.length] ?? ''

/** Puts the separator before some of the letters after the first one, a different choice for each `n` below 256. */
const spread = (name: string, n: number, separator: string) => [...name].map((letter, at) => (at && (n >> (at - 1)) & 1 ? separator + letter : letter)).join('')

/** Makes some of the letters capital. */
const cased = (name: string, n: number) => [...name].map((letter, at) => ((n + at) % 3 ? letter : letter.toUpperCase())).join('')

const proton = ['proton.me', 'protonmail.com', 'protonmail.ch', 'pm.me']
const yandex = ['yandex.ru', 'yandex.com', 'yandex.by', 'yandex.kz', 'yandex.ua', 'yandex.com.tr', 'ya.ru', 'narod.ru']
const gmail = (name: string, n: number) => `${spread(name, n, '.')}${n % 3 ? `+${n}` : ''}@${pick(['gmail.com', 'GoogleMail.com'], n)}`

/** Spellings of ten mailboxes of different kinds. Two are at one provider, and two have one local part at different domains. */
const kinds: Record<string, (name: string, n: number) => string> = {
  'case and plus tags': (name, n) => `${cased(name, n)}+${n}@${cased('people.test', n)}`,
  'the same name at another domain': (name, n) => `${name}+${n}+${n}@people.example`,
  Gmail: gmail,
  'another mailbox at Gmail': (name, n) => gmail(`${name}x`, n),
  Proton: (name, n) => `${spread(name, n, pick(['.', '_', '-'], n))}${n % 2 ? `+${n}` : ''}@${pick(proton, n)}`,
  iCloud: (name, n) => `${cased(name, n)}+${n}@${pick(['icloud.com', 'me.com', 'mac.com'], n)}`,
  Yandex: (name, n) => `${name}${pick(['.', '-'], n)}l+${n}@${pick(yandex, n)}`,
  Yahoo: (name, n) => `${name}${pick(['-', '+'], n)}${n}@Yahoo.com`,
  Fastmail: (name, n) => (n % 2 ? `box${n}@${name}.fastmail.com` : `${name}+${n}@fastmail.com`),
  'an international domain, also composed differently': (name, n) =>
    `${name}+${n}@${pick(['caf\u00e9.example', 'cafe\u0301.example', 'CAF\u00c9.example', 'xn--caf-dma.example'], n)}`,
}

/** 300 spellings of ten mailboxes. `name` is their local part: a letter, then letters and digits. */
export const mailboxSpellings = (name: string) =>
  Object.entries(kinds).flatMap(([mailbox, spell]) => Array.from({ length: ofEach }, (_, n) => ({ mailbox, email: spell(name, n) })))
