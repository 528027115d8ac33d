import type { EngineClient, ProcedureName } from '../engine/contract.ts'

/** Procedures with which a page names the folder of work that goes on by itself. */
const procedures: readonly ProcedureName[] = ['watches.add', 'schedules.preview', 'schedules.add']

export const namesFolder = (procedure: ProcedureName): boolean => procedures.includes(procedure)

/** Whether the account watches that folder already, so that a person has chosen it before. */
export async function isWatchedFolder(client: EngineClient, folder: string): Promise<boolean> {
  const answer = await client.call('watches.list', {})
  return answer.ok && answer.value.folders.some((watch) => watch.folder === folder)
}
