import { randomBytes } from 'node:crypto'

/** Prefix of every secret word. The product itself never generates it. */
const mark = 'zqk'
export const secretWord = () => `${mark}${randomBytes(6).toString('hex')}`

/** A secret that only the people in `seenBy` may see. `atHome`: some response shows the secret to at least one of them. */
export type Canary = { what: string; needle: string; seenBy: string[]; atHome: boolean }

export type Secrets = ReturnType<typeof openSecrets>

/** The secrets of one test world, and the search for them in responses. */
export function openSecrets() {
  const known = new Map<string, Canary>()
  const bytes: Buffer[] = []
  let others: RegExp | null = null

  function add(canary: Canary): string {
    known.set(canary.needle.toLowerCase(), canary)
    others = null
    return canary.needle
  }

  /** One expression for all needles that are neither a marked word nor an id. */
  function otherNeedles(): RegExp {
    const needles = [...known.keys()].filter((needle) => !wordOnly.test(needle) && !idOnly.test(needle))
    return new RegExp(needles.map((needle) => needle.replace(/[^a-z0-9]/g, '\\$&')).join('|') || '$^', 'g')
  }

  return {
    all: () => [...known.values()],
    /** Creates and records a new secret word. */
    word: (what: string, seenBy: string[], options: { atHome: boolean } = { atHome: false }) =>
      add({ what, needle: secretWord(), seenBy, atHome: options.atHome }),
    /** Records a secret that was created elsewhere: an id, a token, an email address. */
    keep: (what: string, needle: string, seenBy: string[], options: { atHome: boolean } = { atHome: false }) =>
      add({ what, needle, seenBy, atHome: options.atHome }),
    keepBytes: (picture: Buffer) => bytes.push(picture.subarray(picture.length >> 1, (picture.length >> 1) + 48)),
    isSecret: (value: string, who: string) => known.get(value.toLowerCase())?.seenBy.includes(who) === false,
    hasBytes: (body: Buffer) => bytes.some((part) => body.includes(part)),
    /** The secrets in a text, including those that are percent-encoded or inside base64. */
    find(text: string): Canary[] {
      others ??= otherNeedles()
      const found = new Set<Canary>()
      for (const form of formsOf(text)) {
        const matches = [words, others].flatMap((pattern) => [...form.matchAll(pattern)].map(([match]) => match))
        // The expression matches only the end of an id, because matching any eight digits first would be slow. The slice adds these eight digits.
        const idsIn = [...form.matchAll(idEnds)].map(({ index }) => form.slice(Math.max(0, index - 8), index + 28))
        for (const match of [...matches, ...idsIn]) {
          const canary = known.get(match)
          if (canary) found.add(canary)
        }
      }
      return [...found]
    },
  }
}

const words = new RegExp(`${mark}[0-9a-f]{12}`, 'g')
const wordOnly = new RegExp(`^${mark}[0-9a-f]{12}$`)
const idEnds = /(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g
const idOnly = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The text in lower case, with percent-encoded characters decoded, and what is base64 in it. */
export function formsOf(text: string): string[] {
  const plain = text.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  // A picture's preview is base64 too. It is longer than this limit and is searched for in its encoded form.
  const decoded = [...text.matchAll(/(?<![\w+/-])[\w+/-]{24,600}(?![\w+/-])/g)].map(([part]) => Buffer.from(part, 'base64').toString('latin1'))
  return [text, ...(plain === text ? [] : [plain]), decoded.join('\n')].map((form) => form.toLowerCase())
}
