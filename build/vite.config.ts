import react from '@vitejs/plugin-react'
import { join } from 'node:path'
import { defineConfig } from 'vite'

const ROOT = join(import.meta.dirname, '..')
/** In development the pages come from Vite and the data from a headless core beside it. */
const CORE = { target: process.env['WATCHPOST_CORE'] ?? 'https://127.0.0.1:8443', secure: false }
const modules = (names: string): RegExp => new RegExp(`node_modules[\\\\/](${names})[\\\\/]`)

export default defineConfig({
  root: join(ROOT, 'renderer'),
  base: './',
  plugins: [react()],
  build: {
    outDir: join(ROOT, 'out', 'renderer'),
    emptyOutDir: true,
    target: 'es2024',
    sourcemap: true,
    chunkSizeWarningLimit: 900,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'echarts', test: modules('echarts|zrender') },
            { name: 'mantine', test: modules('@mantine|@floating-ui') },
            { name: 'react', test: modules('react|react-dom|scheduler|react-router') },
          ],
        },
      },
    },
  },
  server: { proxy: { '/ds-api': CORE } },
})
