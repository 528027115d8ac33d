import { type CharacterTest, type PatternNode, readPattern } from './pattern-syntax.ts'

/** What a machine does at a place: read one character, go on, go on in two ways (the first preferred), or mark a place. */
export type Instruction =
  | { op: 'character'; test: CharacterTest }
  | { op: 'assert'; of: Extract<PatternNode, { kind: 'assertion' }>['of'] }
  | { op: 'jump'; to: number }
  | { op: 'split'; first: number; second: number }
  | { op: 'save'; slot: number }
  | { op: 'forget'; from: number; to: number }
  | { op: 'found' }

export interface PatternProgram {
  instructions: readonly Instruction[]
  /** Two for each group, and two for the whole. */
  slots: number
  /** Whether something can be found that begins with a character; null where it need not begin with any. */
  begins: CharacterTest | null
}

export type ProgramReading = { program: PatternProgram; mistake: null } | { program: null; mistake: string }

const mostInstructions = 1000

/** Makes the program of a pattern; see `readPattern` for what it may hold. */
export function compilePattern(source: string, matchCase: boolean): ProgramReading {
  const reading = readPattern(source, matchCase)
  if (reading.node === null) return { program: null, mistake: reading.mistake }
  const instructions: Instruction[] = []
  emit({ kind: 'group', number: 0, node: reading.node }, instructions)
  instructions.push({ op: 'found' })
  if (instructions.length > mostInstructions) return { program: null, mistake: 'is too large; repeat fewer times' }
  return { program: { instructions, slots: 2 * (reading.groups + 1), begins: beginningOf(instructions) }, mistake: null }
}

function beginningOf(instructions: readonly Instruction[]): CharacterTest | null {
  const tests: CharacterTest[] = []
  const seen = new Set<number>()
  const open = [0]
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const instruction = instructions[at]
    if (seen.has(at) || instruction === undefined) continue
    seen.add(at)
    if (instruction.op === 'found') return null
    if (instruction.op === 'character') tests.push(instruction.test)
    else if (instruction.op === 'jump') open.push(instruction.to)
    else if (instruction.op === 'split') open.push(instruction.first, instruction.second)
    else open.push(at + 1)
  }
  return (code) => tests.some((test) => test(code))
}

function emit(node: PatternNode, into: Instruction[]): void {
  // A pattern that grows without bound is refused by its size as soon as it is complete enough to tell.
  if (into.length > mostInstructions) return
  switch (node.kind) {
    case 'character':
      return void into.push({ op: 'character', test: node.test })
    case 'assertion':
      return void into.push({ op: 'assert', of: node.of })
    case 'sequence':
      return node.nodes.forEach((one) => emit(one, into))
    case 'group':
      if (node.number !== null) into.push({ op: 'save', slot: 2 * node.number })
      emit(node.node, into)
      if (node.number !== null) into.push({ op: 'save', slot: 2 * node.number + 1 })
      return
    case 'either':
      return emitEither(node.nodes, into)
    case 'repeat':
      for (let time = 0; time < node.min; time += 1) emitOnce(node, into)
      if (node.max === null) emitLoop(node, into)
      else emitOptional(node, node.max - node.min, into)
  }
}

function emitEither(nodes: readonly PatternNode[], into: Instruction[]): void {
  const jumps: number[] = []
  nodes.forEach((node, index) => {
    if (index === nodes.length - 1) return emit(node, into)
    const split = into.push({ op: 'split', first: into.length + 1, second: 0 }) - 1
    emit(node, into)
    jumps.push(into.push({ op: 'jump', to: 0 }) - 1)
    into[split] = { op: 'split', first: split + 1, second: into.length }
  })
  for (const jump of jumps) into[jump] = { op: 'jump', to: into.length }
}

type Repeat = Extract<PatternNode, { kind: 'repeat' }>

/** A group inside a repetition holds what its last time found. */
function emitOnce({ node, groups: [from, to] }: Repeat, into: Instruction[]): void {
  if (from <= to) into.push({ op: 'forget', from: 2 * from, to: 2 * to + 1 })
  emit(node, into)
}

function emitLoop(repeat: Repeat, into: Instruction[]): void {
  const split = into.push({ op: 'split', first: 0, second: 0 }) - 1
  emitOnce(repeat, into)
  into.push({ op: 'jump', to: split })
  into[split] = splitOf(repeat, split + 1, into.length)
}

function emitOptional(repeat: Repeat, times: number, into: Instruction[]): void {
  const splits: number[] = []
  for (let time = 0; time < times; time += 1) {
    splits.push(into.push({ op: 'split', first: 0, second: 0 }) - 1)
    emitOnce(repeat, into)
  }
  for (const split of splits) into[split] = splitOf(repeat, split + 1, into.length)
}

function splitOf({ isLazy }: Repeat, inside: number, behind: number): Instruction {
  return isLazy ? { op: 'split', first: behind, second: inside } : { op: 'split', first: inside, second: behind }
}
