import type { EngineClient } from '../../../engine/contract.ts'

/** Whether a run of the open account is being carried out. */
export async function isRunUnderWay(client: EngineClient): Promise<boolean> {
  const answer = await client.call('history.list', {})
  return answer.ok && answer.value.runs.some(({ state }) => state === 'running' || state === 'pausing' || state === 'cancelling')
}
