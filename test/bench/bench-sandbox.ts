import { createSandbox } from '../../src-main/sandbox/sandbox.ts'

/** The sandbox in a process of its own. Its arguments: contacts, latency in milliseconds. Ends when its parent disconnects. */
const [contacts, latencyMs] = process.argv.slice(2).map(Number)
const sandbox = await createSandbox({ ...(contacts !== undefined && { contacts }), ...(latencyMs && { faults: `latency=${latencyMs}` }) })
process.send?.({ baseUrl: sandbox.baseUrl, token: sandbox.token })
process.once('disconnect', () => void sandbox.close())
