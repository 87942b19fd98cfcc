/** What Electron gives a utility process to speak with the main process, over Node's own channel between parent and child. */
import { EventEmitter } from 'node:events'

const port = Object.assign(new EventEmitter(), { postMessage: (message: object) => process.send?.(message) })
process.on('message', (data) => port.emit('message', { data }))
Object.assign(process, { parentPort: port })
