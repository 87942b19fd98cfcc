import '@mantine/core/styles.css'
import '@mantine/notifications/styles.css'
import '@mantine/spotlight/styles.css'
import './ui/tokens.css'
import './ui/base.css'
import './ui/mantine.css'
import './ui/chart.css'
import './ui/form.css'
import './ui/capabilities.css'
import './app/shell.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { restoreStorage } from './app/bridge.ts'

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no element #root')
await restoreStorage()
// Loaded after the restoring: the stores look into the storage when they are made.
const { App } = await import('./app/App.tsx')
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
