import { z } from 'zod'
import { startRollcall } from './run-rollcall.ts'
import { sandboxControl } from './sandbox-control.ts'

const printedSchema = z.object({
  baseUrl: z.string(),
  email: z.string(),
  password: z.string(),
  apiKey: z.string(),
  mfaCode: z.string(),
  token: z.string(),
  controlSecret: z.string(),
  contacts: z.int(),
})

/** `rollcall sandbox` as its own process, and what its control path tells. */
export async function startSandboxProcess(options: { home: string; contacts?: number; faults?: string }) {
  const { home, contacts = 100, faults } = options
  const running = startRollcall(
    ['sandbox', '--json', '--contacts', String(contacts), ...(faults === undefined ? [] : ['--faults', faults])],
    { home },
  )
  const printed = printedSchema.parse(JSON.parse(await running.firstLine))
  return {
    ...printed,
    ...sandboxControl(printed),
    async close(): Promise<number | null> {
      running.process.kill('SIGINT')
      return (await running.ended).code
    },
  }
}

export type SandboxProcess = Awaited<ReturnType<typeof startSandboxProcess>>
