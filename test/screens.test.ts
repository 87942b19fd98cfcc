/** Screens are found by their files; what they must not share is looked at here. */
import { readFileSync, globSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const folder = join(import.meta.dirname, '../renderer/features')

test('no two screens are gone to by the same key', () => {
  const keys = globSync('*/screen.tsx', { cwd: folder }).map((file) => {
    const text = readFileSync(join(folder, file), 'utf8')
    return /\n {2}keys: '(.+)'/.exec(text.slice(text.indexOf('defineScreen({')))?.[1] ?? ''
  })
  expect(keys.length).toBeGreaterThan(10)
  expect(keys.filter((key, at) => key === '' || keys.indexOf(key) !== at)).toEqual([])
})
