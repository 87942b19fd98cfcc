/** Who may import whom, and who owns which package: the configuration of the layer check and of the editor's hints. A folder may import itself and what is listed. */
'use strict'

const PARTS = [
  'shared',
  'electron/kernel',
  'electron/catalog',
  'electron/store',
  'electron/collector',
  'electron/agent',
  'electron/platform',
  'electron/print',
  'electron/demo',
]

const layers = {
  shared: [],
  'electron/kernel': ['shared'],
  'electron/catalog': ['shared'],
  'electron/store': ['shared', 'electron/kernel', 'electron/catalog'],
  'electron/collector': ['shared', 'electron/kernel', 'electron/catalog'],
  'electron/agent': ['shared', 'electron/kernel', 'electron/catalog', 'electron/collector'],
  'electron/platform': ['shared', 'electron/kernel', 'electron/catalog', 'electron/store'],
  'electron/print': ['shared', 'electron/kernel', 'electron/catalog'],
  'electron/demo': ['shared', 'electron/kernel'],
  'electron/shell': ['shared', 'electron/kernel'],
  'electron/core.ts': PARTS,
  'electron/ctl.ts': ['shared', 'electron/kernel'],
  'electron/store-command.ts': ['shared', 'electron/kernel', 'electron/store'],
  'electron/headless.ts': ['shared', 'electron/kernel', 'electron/core.ts', 'electron/ctl.ts', 'electron/store-command.ts'],
  'electron/core-process.ts': ['shared', 'electron/kernel', 'electron/core.ts'],
  'electron/main.ts': ['shared', 'electron/kernel', 'electron/shell'],
  renderer: ['shared'],
}

/** Packages with owners; every other one may be used wherever its layer runs. */
const packages = {
  electron: ['electron/shell', 'electron/main.ts'],
  'better-sqlite3': ['electron/store'],
  pg: ['electron/collector', 'electron/demo'],
  'libpg-query': ['electron/collector'],
  'fastify|fastify-type-provider-zod|@fastify/.+|undici|@peculiar/x509|reflect-metadata|pino': ['electron/kernel'],
  'csv-stringify|ldapts|nodemailer': ['electron/platform'],
  'react|react-dom|react-router|zustand|@mantine/.+|@tanstack/.+|lucide-react': ['renderer'],
  echarts: ['renderer', 'electron/print'],
}

/** The only packages that `shared` and the catalog may use: they run anywhere. */
const anywhere = 'zod'

module.exports = { anywhere, layers, packages }
