import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'
import { ORPCError } from '@orpc/server'
import { openConcurrencyLimit } from '#platform/server/concurrency-limit.ts'
import { passwordText } from '../policy.ts'

/** As strong as N=2^17, p=1 (OWASP), with 16 MB of memory instead of 128. Tests lower it. */
export const hashingCost = { N: 16_384, r: 8, p: 5 }
const keyBytes = 32

export type Hashing = {
  hash: (password: string) => Promise<string>
  verify: (given: { hash: string; password: string }) => Promise<boolean>
}

/**
 * Hashes passwords with a concurrency limit of `atOnce`, so that sign-ins leave cores and threads to other requests. If `waiting` more are
 * queued, the next is refused with 503; a hundred concurrent sign-ins all succeed, in about ten seconds on two cores. A hash contains its
 * parameters: scrypt$N$r$p$salt$key.
 */
export function openHashing({ atOnce = 2, waiting = 100, patienceMs = 15_000 } = {}): Hashing {
  const inTurn = openConcurrencyLimit({
    atOnce,
    waiting,
    patienceMs,
    full: () => new ORPCError('UNAVAILABLE', { status: 503, message: 'Too many people are signing in. Try again in a moment.', data: { retryAfter: 3 } }),
  })

  return {
    hash: (password) =>
      inTurn(async () => {
        const salt = randomBytes(16)
        const key = await derived(password, salt, hashingCost)
        return ['scrypt', hashingCost.N, hashingCost.r, hashingCost.p, salt.toString('base64'), key.toString('base64')].join('$')
      }),
    verify: ({ hash, password }) =>
      // A pasted password often has a space around it that is not part of it.
      inTurn(async () => (await isRight(hash, password)) || (password.trim() !== password && (await isRight(hash, password.trim())))),
  }
}

async function isRight(hash: string, password: string): Promise<boolean> {
  const [kind, N, r, p, salt, key] = hash.split('$')
  if (kind !== 'scrypt' || !salt || !key) return false
  const expected = Buffer.from(key, 'base64')
  const given = await derived(password, Buffer.from(salt, 'base64'), { N: Number(N), r: Number(r), p: Number(p) })
  return given.length === expected.length && timingSafeEqual(given, expected)
}

function derived(password: string, salt: Buffer, { N, r, p }: { N: number; r: number; p: number }): Promise<Buffer> {
  const options: ScryptOptions = { N, r, p, maxmem: 256 * N * r }
  return new Promise((resolve, reject) => scrypt(passwordText(password), salt, keyBytes, options, (error, key) => (error ? reject(error) : resolve(key))))
}
