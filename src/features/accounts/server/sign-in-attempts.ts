type Tries = { count: number; blockedUntil: number; last: number }
export type Attempt = { wait: number } | { wait: null; succeeded: () => void; withdraw: () => void }

const freeFromOnePlace = 5
const freeFromAll = 50
const longestMs = 15 * 60_000
const forgottenAfterMs = 60 * 60_000
const mostKept = 100_000

/**
 * Guesses at one account: from one place five, then one after 1, 2, 4, 8 and at most 15 minutes, and the same after fifty from
 * everywhere, never none for good. So nobody is kept out by somebody elsewhere who keeps guessing. Counted before the
 * password is looked at, so a hundred at once are still five; unknown addresses count the same, so the limit tells nothing
 * about them.
 */
export function openAttempts(now: () => number = () => performance.now()) {
  const one = counted({ free: freeFromOnePlace, now })
  const all = counted({ free: freeFromAll, now })

  return {
    /** `from`: the caller's address; a guess within a session has none, and a name of its own. */
    begin(account: string, from = ''): Attempt {
      const here = one.begin(`${account} ${from}`)
      if (here.wait !== null) return here
      const anywhere = all.begin(account)
      if (anywhere.wait !== null) {
        here.withdraw()
        return anywhere
      }
      const both = [here, anywhere]
      const tell = (what: 'succeeded' | 'withdraw') => () => {
        for (const each of both) each[what]()
      }
      return { wait: null, succeeded: tell('succeeded'), withdraw: tell('withdraw') }
    },
    /** Its password is a new one: what was guessed before says nothing. */
    forget(account: string) {
      one.forget((key) => key.startsWith(`${account} `))
      all.forget((key) => key === account)
    },
  }
}

function counted({ free, now }: { free: number; now: () => number }) {
  const kept = new Map<string, Tries>()

  function begin(key: string): Attempt {
    const at = now()
    const known = kept.get(key)
    const before = known && at - known.last < forgottenAfterMs ? known : { count: 0, blockedUntil: 0, last: at }
    if (at < before.blockedUntil) return { wait: Math.ceil((before.blockedUntil - at) / 1000) }
    const count = before.count + 1
    const pause = count < free ? 0 : Math.min(longestMs, 60_000 * 2 ** (count - free))
    kept.delete(key)
    kept.set(key, { count, blockedUntil: at + pause, last: at })
    const oldest = kept.keys().next().value
    if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest)
    return { wait: null, succeeded: () => kept.delete(key), withdraw: () => withdraw(key) }
  }

  /** The password was not looked at after all. */
  function withdraw(key: string) {
    const known = kept.get(key)
    if (known) kept.set(key, { ...known, count: known.count - 1, blockedUntil: 0 })
  }

  function forget(isMeant: (key: string) => boolean) {
    for (const key of kept.keys()) if (isMeant(key)) kept.delete(key)
  }

  return { begin, forget }
}
