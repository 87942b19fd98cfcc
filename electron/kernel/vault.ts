import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import * as fs from 'node:fs'
import { writeAtomic } from './files.ts'

/*
 * A sealed text: `v1.` + base64url( 12 bytes nonce | 16 bytes tag | AES-256-GCM ciphertext of the UTF-8 text ).
 * The key file: 32 bytes as base64 and a newline, mode 0600.
 */
const PREFIX = 'v1.'
const NONCE = 12
const TAG = 16
const KEY = 32

/** Secrets at rest. `open` throws when the text was changed or sealed with another key. */
export interface Vault {
  seal(text: string): string
  open(sealed: string): string
}

/** A vault over a key of 32 bytes that somebody else keeps (a keychain, the environment). */
export function keyVault(key: Buffer): Vault {
  if (key.length !== KEY) throw new Error(`The vault's key has ${key.length} bytes instead of ${KEY}`)
  return {
    seal: (text) => {
      const nonce = randomBytes(NONCE)
      const cipher = createCipheriv('aes-256-gcm', key, nonce)
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return PREFIX + Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')
    },
    open: (sealed) => {
      const bytes = Buffer.from(sealed.slice(PREFIX.length), 'base64url')
      if (!sealed.startsWith(PREFIX) || bytes.length < NONCE + TAG) throw new Error('This is not a sealed secret')
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE), { authTagLength: TAG })
      decipher.setAuthTag(bytes.subarray(NONCE, NONCE + TAG))
      try {
        return decipher.update(bytes.subarray(NONCE + TAG), undefined, 'utf8') + decipher.final('utf8')
      } catch (cause) {
        throw new Error('A secret cannot be read: it was changed, or sealed with another key', { cause })
      }
    },
  }
}

/** A vault whose key lies in a file; the key is made on first use. */
export function fileVault(file: string): Vault {
  if (!fs.existsSync(file)) writeAtomic(file, `${randomBytes(KEY).toString('base64')}\n`)
  const key = Buffer.from(fs.readFileSync(file, 'utf8').trim(), 'base64')
  if (key.length !== KEY) throw new Error(`The key file ${file} is damaged: put the right one back, or remove it and enter the stored passwords again`)
  return keyVault(key)
}
