import type { Instruction, PatternProgram } from './pattern-program.ts'

/** Places of what was found and of each group, as two numbers each; -1 for a group that found nothing. */
export type PatternMatch = readonly number[]

/** How much may still be done for one text. Taken from by every search, so that all of them together have a bound. */
export interface WorkBudget {
  left: number
}

/**
 * The work that is enough for any usual text; in proportion to its length, so a file takes time in proportion too, and for
 * no text more than a part of a second.
 */
export function budgetFor(text: string): WorkBudget {
  return { left: Math.min(20_000 + 400 * text.length, 20_000_000) }
}

interface Thread {
  at: number
  slots: number[]
}

/**
 * The first place at or behind `from` where the program finds something; null where there is none, undefined where the
 * budget did not reach. All ways through the program go on side by side, one character at a time, so that no pattern takes
 * more than its size times the text's length.
 */
export function findPattern({ instructions, slots, begins }: PatternProgram, text: string, from: number, budget: WorkBudget): PatternMatch | null | undefined {
  const seen = new Int32Array(instructions.length).fill(-1)
  let current: Thread[] = []
  let best: number[] | null = null

  const add = (list: Thread[], start: number, place: number, startSlots: number[]): void => {
    // A stack instead of recursion: what is preferred lies on top.
    const open: Thread[] = [{ at: start, slots: startSlots }]
    for (let thread = open.pop(); thread !== undefined; thread = open.pop()) {
      if (seen[thread.at] === place) continue
      seen[thread.at] = place
      budget.left -= 1
      const instruction = instructions[thread.at]
      switch (instruction?.op) {
        case undefined:
          break
        case 'jump':
          open.push({ at: instruction.to, slots: thread.slots })
          break
        case 'split':
          open.push({ at: instruction.second, slots: thread.slots }, { at: instruction.first, slots: thread.slots })
          break
        case 'save':
          open.push({ at: thread.at + 1, slots: thread.slots.with(instruction.slot, place) })
          break
        case 'forget':
          open.push({ at: thread.at + 1, slots: thread.slots.map((slot, index) => (index >= instruction.from && index <= instruction.to ? -1 : slot)) })
          break
        case 'assert':
          if (holds(instruction, text, place)) open.push({ at: thread.at + 1, slots: thread.slots })
          break
        case 'character':
        case 'found':
          list.push(thread)
      }
    }
  }

  const nothing = new Array<number>(slots).fill(-1)
  for (let place = from; ; ) {
    const code = place < text.length ? (text.codePointAt(place) ?? 0) : null
    if (best === null && (begins === null || (code !== null && begins(code)))) add(current, 0, place, nothing)
    budget.left -= 1
    if (budget.left < 0) return undefined
    if (current.length === 0 && best !== null) return best
    const behind = place + (code !== null && code > 0xffff ? 2 : 1)
    const next: Thread[] = []
    for (const thread of current) {
      const instruction = instructions[thread.at]
      budget.left -= 1
      if (instruction?.op === 'found') {
        best = thread.slots
        // What is less preferred than this does not count any more.
        break
      }
      if (instruction?.op === 'character' && code !== null && instruction.test(code)) add(next, thread.at + 1, behind, thread.slots)
    }
    if (code === null) return best
    current = next
    place = behind
  }
}

function holds({ of }: Extract<Instruction, { op: 'assert' }>, text: string, place: number): boolean {
  switch (of) {
    case 'start':
      return place === 0
    case 'end':
      return place === text.length
    case 'boundary':
      return isWordAt(text, place - 1) !== isWordAt(text, place)
    case 'noBoundary':
      return isWordAt(text, place - 1) === isWordAt(text, place)
  }
}

function isWordAt(text: string, place: number): boolean {
  return /^\w$/.test(text.charAt(place))
}
