// @ts-nocheck It stands in for what Electron puts into a process or a world of its own, which has no types here.
// In a utility process of the stand-in: `process.parentPort`, over the channel of Node's own.
import { EventEmitter } from 'node:events'

const port = new EventEmitter()
port.postMessage = (message) => process.connected && process.send(message)
process.on('message', (data) => port.emit('message', { data }))
process.on('disconnect', () => process.exit(0))
process.parentPort = port
