import type { PeopleCount, Recipe } from '../../../src-main/engine/contract.ts'
import { count } from '../format.ts'

export type Mode = NonNullable<Recipe['mode']>

export const modeWords: Record<Mode, { title: string; help: string; summary: string }> = {
  updateAndAdd: { title: 'Update and add', help: 'Bring everybody in.', summary: 'new people are added' },
  update: { title: 'Only update', help: 'Add nobody new.', summary: 'nobody new is added' },
  add: { title: 'Only add', help: 'Leave the people you have as they are.', summary: 'only new people are added' },
}

export const modes = Object.keys(modeWords) as Mode[]

/** What happens to the people of a file, as parts of a bar: they add up to all of them. */
export interface ModePart {
  tone: 'strong' | 'soft' | 'none'
  people: number
  text: string
}

export function modeParts(mode: Mode, { added, known }: Pick<PeopleCount, 'added' | 'known'>): ModePart[] {
  const newPeople: ModePart =
    mode === 'update' ? { tone: 'none', people: added, text: 'left out' } : { tone: 'strong', people: added, text: 'added' }
  const knownPeople: ModePart =
    mode === 'add' ? { tone: 'none', people: known, text: 'left out' } : { tone: 'soft', people: known, text: 'brought up to date' }
  return mode === 'update' ? [knownPeople, newPeople] : [newPeople, knownPeople]
}

/** "12 of these people are in your account already, 168 are new." */
export function peopleText({ people, known, added }: PeopleCount): string {
  if (known === 0)
    return people === 1 ? 'This person is not in your account yet.' : `None of these ${count(people)} people is in your account yet.`
  if (added === 0)
    return people === 1 ? 'This person is in your account already.' : `All of these ${count(people)} people are in your account already.`
  return `${count(known)} of these people ${known === 1 ? 'is' : 'are'} in your account already, ${count(added)} ${added === 1 ? 'is' : 'are'} new.`
}
