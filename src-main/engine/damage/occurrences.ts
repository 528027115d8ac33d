import { clip } from '../text/clip.ts'

const mostLines = 20
const mostExamples = 5
const mostChars = 160

/** Where something was seen: how often, and the first places. */
export class Occurrences {
  count = 0
  readonly lines: number[] = []
  readonly examples: { line: number; text: string }[] = []

  add(line: number, text: string): void {
    this.count += 1
    if (this.lines.length < mostLines && this.lines.at(-1) !== line) this.lines.push(line)
    // A copy: a cell may keep the chunk of the file alive from which it was cut.
    if (this.examples.length < mostExamples) this.examples.push({ line, text: copied(clipped(text)) })
  }

  /** What was seen elsewhere. `lines`: those of some of the occurrences. */
  without(lines: ReadonlySet<number>): Occurrences {
    const others = new Occurrences()
    others.count = this.count - lines.size
    others.lines.push(...this.lines.filter((line) => !lines.has(line)))
    others.examples.push(...this.examples.filter(({ line }) => !lines.has(line)))
    return others
  }

  /** Both, as if they had been one. */
  with(other: Occurrences): Occurrences {
    const both = new Occurrences()
    both.count = this.count + other.count
    both.lines.push(...firstLines([this.lines, other.lines]))
    both.examples.push(...[...this.examples, ...other.examples].sort((a, b) => a.line - b.line).slice(0, mostExamples))
    return both
  }
}

export function clipped(text: string): string {
  return clip(text, mostChars)
}

/** The first lines of several lists that are each in order. */
export function firstLines(lists: readonly (readonly number[])[]): number[] {
  return [...new Set(lists.flat())].sort((a, b) => a - b).slice(0, mostLines)
}

function copied(text: string): string {
  return Buffer.from(text, 'utf16le').toString('utf16le')
}
