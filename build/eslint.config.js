/** Lint: the strict type-aware rules, and the house rules. The imports repeat the layer table coarsely, so that editors underline at once. */
import { createRequire } from 'node:module'
import { join } from 'node:path'
import hooks from 'eslint-plugin-react-hooks'
import { defineConfig } from 'eslint/config'
import tseslint from 'typescript-eslint'

const { layers, packages } = createRequire(import.meta.url)('./layer-table.cjs')
const ROOT = join(import.meta.dirname, '..')
const ANYWHERE = ['shared', 'electron/catalog']

/** Folders as imports write them: `../kernel/log.ts`, `../../shared/units.ts`. */
const folders = Object.keys(layers).filter((name) => !name.endsWith('.ts'))

function importsOf(layer) {
  const forbidden = folders.filter((name) => name !== layer && !layers[layer].includes(name))
  const foreign = Object.entries(packages).filter(([, owners]) => !owners.includes(layer))
  return {
    files: [layer.endsWith('.ts') ? layer : `${layer}/**`],
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          patterns: [
            ...forbidden.map((name) => ({
              regex: `^[.]{1,2}/(.*/)?${name.replace('electron/', '')}/`,
              message: `${layer} may import ${layers[layer].join(', ') || 'nothing else of the project'}.`,
            })),
            ...foreign.map(([names, owners]) => ({ regex: `^(${names})(/|$)`, message: `Only ${owners.join(' and ')} may import it.` })),
            ...(ANYWHERE.includes(layer) || layer === 'renderer' ? [{ regex: '^node:', message: `${layer} runs without Node.` }] : []),
          ],
        },
      ],
    },
  }
}

const house = [
  { selector: "MemberExpression[object.name='Date'][property.name='now']", message: 'Take the clock as an argument (electron/kernel/clock.ts).' },
  { selector: "NewExpression[callee.name='Date'][arguments.length=0]", message: 'Take the clock as an argument (electron/kernel/clock.ts).' },
  { selector: "MemberExpression[object.name='process'][property.name='env']", message: 'Settings come from electron/kernel/config.ts.' },
  { selector: 'ExportDefaultDeclaration > ClassDeclaration', message: 'Name what a file holds.' },
]

export default defineConfig(
  { ignores: ['out/**', 'dist/**', '**/*.generated.ts', 'test/servers/**', 'test-results/**'] },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: ROOT } },
    rules: {
      'no-warning-comments': ['error', { terms: ['todo', 'fixme', 'xxx'] }],
      'no-console': 'error',
      'max-lines': ['error', 300],
      eqeqeq: 'error',
      '@typescript-eslint/dot-notation': ['error', { allowIndexSignaturePropertyAccess: true }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true }],
      '@typescript-eslint/no-misused-spread': ['error', { allow: ['string'] }],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      // `void promise` and `() => list.push(x)` are said on purpose.
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true, ignoreVoidReturningFunctions: true }],
    },
  },
  { files: ['renderer/**'], extends: [hooks.configs.flat.recommended], rules: { 'react-hooks/incompatible-library': 'off' } },
  { files: ['shared/**', 'electron/**', 'renderer/**'], rules: { 'no-restricted-syntax': ['error', ...house] } },
  { files: ['electron/kernel/{clock,config}.ts', 'renderer/data/clock.ts'], rules: { 'no-restricted-syntax': 'off' } },
  ...Object.keys(layers).map(importsOf),
  { files: ['test/**'], rules: { '@typescript-eslint/no-non-null-assertion': 'off' } },
  {
    files: ['**/*.{js,cjs,mjs}'],
    rules: {
      eqeqeq: 'error',
      'no-unused-vars': ['error', { varsIgnorePattern: '^_', destructuredArrayIgnorePattern: '^_' }],
      'prefer-const': 'error',
      'no-var': 'error',
    },
  },
)
