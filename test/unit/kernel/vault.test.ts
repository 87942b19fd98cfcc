import * as fs from 'node:fs'
import * as path from 'node:path'
import { expect, test } from 'vitest'
import { fileVault, keyVault } from '../../../electron/kernel/vault.ts'
import { folder } from './serving.ts'

test('what was sealed opens again, in this process and after a restart', () => {
  const file = path.join(folder(), 'vault.key')
  const sealed = fileVault(file).seal('päßword \0 with everything')
  expect(sealed).not.toContain('word')
  expect(fileVault(file).open(sealed)).toBe('päßword \0 with everything')
  expect(fileVault(file).open(fileVault(file).seal(''))).toBe('')
})

test('the same text is sealed differently each time', () => {
  const vault = fileVault(path.join(folder(), 'vault.key'))
  expect(vault.seal('a')).not.toBe(vault.seal('a'))
})

test('only the owner may read the key', () => {
  const file = path.join(folder(), 'vault.key')
  fileVault(file)
  expect(fs.statSync(file).mode & 0o777).toBe(0o600)
})

test('every changed byte is noticed', () => {
  const vault = keyVault(Buffer.alloc(32, 7))
  const sealed = vault.seal('secret')
  const bytes = Buffer.from(sealed.slice(3), 'base64url')
  for (let at = 0; at < bytes.length; at++) {
    const changed = Buffer.from(bytes)
    changed.writeUInt8(changed.readUInt8(at) ^ 1, at)
    expect(() => vault.open(`v1.${changed.toString('base64url')}`)).toThrow('cannot be read')
  }
})

test('another key, a cut text and a text that was never sealed do not open', () => {
  const vault = keyVault(Buffer.alloc(32, 7))
  expect(() => keyVault(Buffer.alloc(32, 8)).open(vault.seal('secret'))).toThrow('another key')
  expect(() => vault.open(vault.seal('secret').slice(0, 20))).toThrow('not a sealed secret')
  expect(() => vault.open(vault.seal('secret').slice(0, -4))).toThrow()
  expect(() => vault.open('secret')).toThrow('not a sealed secret')
})

test('a damaged key file is named and not replaced', () => {
  const file = path.join(folder(), 'vault.key')
  fs.writeFileSync(file, 'short')
  expect(() => fileVault(file)).toThrow(file)
  expect(fs.readFileSync(file, 'utf8')).toBe('short')
})
