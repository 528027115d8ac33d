import type { Guard } from '../../src-main/engine/contract.ts'

/** What a guard looks after; why it stopped these rows is the engine's sentence. */
export const guardTitles: Record<Guard, string> = {
  consent: 'Consent that needs your OK',
  clear: 'Fields that would be emptied',
  direction: 'Messages that nobody knows who wrote',
  keyword: 'Messages that are only STOP or START',
  withdraw: 'Consent that many would lose',
  mass: 'A change of most of your contacts',
}
