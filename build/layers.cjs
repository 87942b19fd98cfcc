/** The layer check (dependency-cruiser): its rules are made from the table. Imports of types count too. */
'use strict'
const { anywhere, layers, packages } = require('./layer-table.cjs')

const escape = (text) => text.replace(/[.]/g, '[.]')
const within = (folder) => (/[.]ts$/.test(folder) ? `^${escape(folder)}$` : `^${folder}/`)
const PRODUCT = '^(shared|electron|renderer)/'
const modules = (names) => `(^|/)node_modules/(@types/)?(${names})/|^(${names})$`

const layerRules = Object.entries(layers).map(([folder, allowed]) => ({
  name: `layer ${folder}`,
  comment: allowed.length > 0 ? `${folder} may import itself and: ${allowed.join(', ')}` : `${folder} imports nothing else of the project`,
  severity: 'error',
  from: { path: within(folder) },
  to: { path: `${PRODUCT}|^(build|test)/`, pathNot: [folder, ...allowed].map(within) },
}))

const packageRules = Object.entries(packages).map(([names, owners]) => ({
  name: `owner of ${names}`,
  comment: `only ${owners.join(' and ')} may import it; ask that folder instead`,
  severity: 'error',
  from: { path: PRODUCT, pathNot: owners.map(within) },
  to: { path: modules(names) },
}))

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    ...layerRules,
    ...packageRules,
    {
      name: 'runs anywhere',
      comment: `shared and the catalog use no package but ${anywhere}`,
      severity: 'error',
      from: { path: ['^shared/', '^electron/catalog/'] },
      to: { path: 'node_modules/', pathNot: modules(anywhere) },
    },
    {
      name: 'no Node',
      comment: 'shared, the catalog and the screen run without Node',
      severity: 'error',
      from: { path: ['^shared/', '^electron/catalog/', '^renderer/'] },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'features are islands',
      comment: 'what two features need belongs into renderer/ui, data or app',
      severity: 'error',
      from: { path: '^renderer/features/([^/]+)/' },
      to: { path: '^renderer/features/', pathNot: ['^renderer/features/$1/'] },
    },
    {
      name: 'no Electron in the core',
      comment: 'the core and the headless edition run without Electron, whatever they import',
      severity: 'error',
      from: { path: '^electron/(core|headless|core-process)[.]ts$' },
      to: { path: modules('electron'), reachable: true },
    },
    {
      name: 'no cycles',
      comment: 'a cycle of values breaks on load order; take out what both need',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'no undeclared packages',
      comment: 'package.json names what is imported',
      severity: 'error',
      from: { path: PRODUCT },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown', 'unknown', 'undetermined'] },
    },
    { name: 'resolvable', comment: 'the file does not exist', severity: 'error', from: {}, to: { couldNotResolve: true } },
    {
      name: 'every folder has a layer',
      comment: 'name it in build/layer-table.cjs',
      severity: 'error',
      from: {},
      to: { path: PRODUCT, pathNot: Object.keys(layers).map(within) },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'build/tsconfig.base.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  },
}
