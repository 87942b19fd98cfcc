/** A license key or token in the one moment it is told: it can be taken along, and is not read over a shoulder. */
import { Copy, Download, Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { saveFile } from '../app/bridge.ts'
import { copyText } from './copy.ts'

export function KeyOnce({ license, file = 'license.key', what = 'License key' }: { readonly license: string; readonly file?: string; readonly what?: string }) {
  const [shown, setShown] = useState(false)
  return (
    <div className="row wrap">
      <code style={{ overflowWrap: 'anywhere' }}>{shown ? license : '••••••••••••'}</code>
      <button
        type="button"
        className="button small"
        onClick={() => {
          void saveFile(file, 'text/plain', `${license}\n`)
        }}
      >
        <Download size={14} aria-hidden="true" /> Save as {file}
      </button>
      <button
        type="button"
        className="button small"
        onClick={() => {
          void copyText(license, what)
        }}
      >
        <Copy size={14} aria-hidden="true" /> Copy
      </button>
      <button
        type="button"
        className="button small"
        aria-pressed={shown}
        onClick={() => {
          setShown(!shown)
        }}
      >
        {shown ? <EyeOff size={14} aria-hidden="true" /> : <Eye size={14} aria-hidden="true" />} {shown ? 'Hide' : 'Show'}
      </button>
    </div>
  )
}
