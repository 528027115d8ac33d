import type { Account, EngineClient, Recipe } from '../../engine/contract.ts'
import type { ImportStations } from '../../engine/schedule/watch/import-stations.ts'
import { answered } from './answered.ts'
import { startRun } from './commands/run-command.ts'
import { followRun } from './follow-run.ts'
import { counted } from './output/number-words.ts'
import type { Terminal } from './output/terminal.ts'
import { openFile, planFile, readyPlan } from './plan-file.ts'

interface ClientStationsOptions {
  client: EngineClient
  terminal: Terminal
  account: Account
  recipe: Recipe
}

/** What a watch on the command line has done for it, with its progress in the terminal. */
export function createClientStations({ client, terminal, account, recipe }: ClientStationsOptions): ImportStations {
  return {
    recipe: async () => recipe,
    open: (path) => openFile(client, path),
    sameFile: async (sha256, recipeName) => answered(await client.call('runs.ofSameFile', { sha256, recipeName })),
    plan: async (file, wanted) => readyPlan(await planFile(client, terminal, file, wanted, 'missing')),
    async planOf(planId) {
      const plan = await client.call('plans.get', { planId })
      return plan.ok ? plan.value : null
    },
    runOf: async (runId) => answered(await client.call('runs.get', { runId })).summary,
    start(plan) {
      const words = `Making ${counted(plan.calls, 'call')} for ${counted(plan.contacts, 'contact')} of "${account.name}" …`
      return followRun(client, terminal, () => startRun(client, plan), words)
    },
    resume: (runId) => followRun(client, terminal, () => client.call('runs.resume', { runId, waits: false, wait: true })),
    writeResults: async (runId, folder, name) =>
      void answered(await client.call('runs.writeResults', { runId, folder, name, overwrite: true })),
    note: async (note) => void answered(await client.call('unattended.note', note)),
  }
}
