/**
 * Passwords at rest: `scrypt$<N>$<r>$<p>$<salt>$<hash>`, salt and hash base64url. The parameters travel with the hash, so that they can
 * be raised later without losing a user.
 */
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'

// OWASP's equivalent of N=2^17, p=1 at a quarter of the memory (32 MiB).
const N = 2 ** 15
const R = 8
const P = 3
const LENGTH = 32

/** Compared against when there is no such user, so that the answer takes as long as for a known one. */
const NOBODY = ['scrypt', N, R, P, randomBytes(16).toString('base64url'), randomBytes(LENGTH).toString('base64url')].join('$')

const derive = (password: string, salt: Buffer, n: number, r: number, p: number): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, LENGTH, { N: n, r, p, maxmem: 256 * n * r }, (error, key) => {
      if (error) reject(error)
      else resolve(key)
    })
  })

// One derivation at a time: a flood of sign-ins waits instead of taking 32 MiB each.
let queue: Promise<unknown> = Promise.resolve()
function inTurn<T>(job: () => Promise<T>): Promise<T> {
  const mine = queue.then(job)
  queue = mine.catch(() => undefined)
  return mine
}

export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const key = await inTurn(() => derive(password, salt, N, R, P))
  return ['scrypt', N, R, P, salt.toString('base64url'), key.toString('base64url')].join('$')
}

/** Takes the same time whether or not there is a hash; without one the answer is always no. */
export async function verifyPassword(password: string, stored: string | null): Promise<boolean> {
  const [, n, r, p, salt = '', hash = ''] = (stored ?? NOBODY).split('$')
  const wanted = Buffer.from(hash, 'base64url')
  const key = await inTurn(() => derive(password, Buffer.from(salt, 'base64url'), Number(n), Number(r), Number(p)))
  return key.length === wanted.length && timingSafeEqual(key, wanted) && stored !== null
}
