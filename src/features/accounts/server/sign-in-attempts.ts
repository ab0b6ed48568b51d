type Attempts = { count: number; blockedUntil: number; last: number }
export type Attempt = { wait: number } | { wait: null; succeeded: () => void; withdraw: () => void }

const freeTries = 5
const longestMs = 15 * 60_000
const forgottenAfterMs = 60 * 60_000
const mostAccounts = 100_000

/**
 * Guesses at one account, wherever they come from: five, then one after 1, 2, 4, 8 and at most 15 minutes, never
 * none for good. Counted before the password is looked at, so a hundred at once are still five; unknown addresses count
 * the same, so the limit tells nothing about them.
 */
export function openAttempts(now: () => number = () => performance.now()) {
  const accounts = new Map<string, Attempts>()

  function begin(account: string): Attempt {
    const at = now()
    const known = accounts.get(account)
    const before = known && at - known.last < forgottenAfterMs ? known : { count: 0, blockedUntil: 0, last: at }
    if (at < before.blockedUntil) return { wait: Math.ceil((before.blockedUntil - at) / 1000) }
    const count = before.count + 1
    const pause = count < freeTries ? 0 : Math.min(longestMs, 60_000 * 2 ** (count - freeTries))
    accounts.delete(account)
    accounts.set(account, { count, blockedUntil: at + pause, last: at })
    const oldest = accounts.keys().next().value
    if (accounts.size > mostAccounts && oldest !== undefined) accounts.delete(oldest)
    return { wait: null, succeeded: () => accounts.delete(account), withdraw: () => withdraw(account) }
  }

  /** The password was not looked at after all. */
  function withdraw(account: string) {
    const known = accounts.get(account)
    if (known) accounts.set(account, { ...known, count: known.count - 1, blockedUntil: 0 })
  }

  return { begin }
}
