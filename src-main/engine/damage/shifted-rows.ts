import { BLANK, DATE, EMAIL, INTEGER, LINK, PHONE, UUID } from './cell-shape.ts'
import type { ColumnTally } from './column-tally.ts'
import { Occurrences } from './occurrences.ts'

/** Shapes that say by themselves which column a cell belongs to. Whole numbers do only as phone numbers. */
const telling = [PHONE, DATE, EMAIL, LINK, UUID]
const fewestCells = 4
/** How many of a column's cells have to be alike; of a few, some may be what we look for. */
const strictShare = (filled: number) => (filled < 40 ? 0.75 : 0.9)
const usualCount = (filled: number) => Math.max(filled * 0.02, Math.min(4, filled * 0.25))

/** Where many rows are shifted: the share of a column that its own kind of value still has, and that others have to stay below. */
const ownShare = 0.7
const othersShare = 0.25

interface Habit {
  /** The shapes that the column's cells have, as bits. */
  usual: number
  /** Whether nearly all of them have one telling shape. */
  isStrict: boolean
}

interface Move {
  from: number
  to: number
}

export type ShiftedRows = ReturnType<typeof createShiftedRows>

const loose: Habit = { usual: 0, isStrict: false }

/**
 * Finds rows whose cells stand in the wrong columns: where a column takes one kind of value only and has something else,
 * while another such column has the value that it should have, or nothing.
 */
export function createShiftedRows(tallies: readonly ColumnTally[]) {
  const found = new Occurrences()
  /** How many columns further on the cells are, where that is the same for all of a row. */
  const offsets = new Map<number, number>()
  let habits: Habit[] = []
  /** What the columns hold when shifted rows are not rare: what is merely frequent is no habit. */
  let ownHabits: Habit[] = []
  let hasStrict = false

  return {
    found,
    /** The most frequent offset; 0 where rows differ. */
    get offset(): number {
      const [best] = [...offsets].sort((a, b) => b[1] - a[1])
      return best !== undefined && best[1] * 2 > found.count ? best[0] : 0
    },
    /** Learns the columns' habits again. */
    learn(): void {
      habits = tallies.map(habitOf)
      ownHabits = tallies.map(ownHabitOf)
      hasStrict = ownHabits.filter(({ isStrict }) => isStrict).length >= 2
    },
    /** `shapes`: of the row's cells, one for each column. */
    see(line: number, shapes: Uint8Array, cells: readonly string[]): void {
      if (!hasStrict) return
      if (mismatchesOf(shapes, ownHabits) === 0) return
      const moves = rareMoves(shapes, habits) ?? frequentMoves(shapes, ownHabits)
      if (moves === null) return
      const [first] = moves
      if (first === undefined) return
      const column = first.from
      found.add(line, cells[column] ?? '')
      const offset = moves.every((move) => move.from - move.to === first.from - first.to) ? first.from - first.to : 0
      offsets.set(offset, (offsets.get(offset) ?? 0) + 1)
    },
  }
}

/** Values in strict columns that these do not take. */
function mismatchesOf(shapes: Uint8Array, habits: readonly Habit[]): number {
  let mismatches = 0
  for (let column = 0; column < habits.length; column++) {
    const { isStrict, usual } = habits[column] ?? loose
    const shape = shapes[column] ?? BLANK
    if (isStrict && shape !== BLANK && (usual & (1 << shape)) === 0) mismatches += 1
  }
  return mismatches
}

/** The moves of a row that is unlike nearly all others; null where that is nothing. */
function rareMoves(shapes: Uint8Array, habits: readonly Habit[]): Move[] | null {
  const mismatches = mismatchesOf(shapes, habits)
  if (mismatches === 0) return null
  const moves = movesOf(shapes, habits)
  return moves.length > 0 && mismatches + moves.length >= 2 ? moves : null
}

/** The moves of a row like which there may be many: one has to go where another wrong value stands. */
function frequentMoves(shapes: Uint8Array, habits: readonly Habit[]): Move[] | null {
  const moves = movesOf(shapes, habits)
  return moves.some(({ to }) => (shapes[to] ?? BLANK) !== BLANK) ? moves : null
}

function ownHabitOf(tally: ColumnTally): Habit {
  const { filled } = tally
  if (filled < fewestCells) return loose
  const isDialled = tally.dialled >= filled * ownShare
  const own = telling.find((shape) => tally.shapeCount(shape) >= filled * ownShare) ?? (isDialled ? PHONE : null)
  if (own !== null) return { usual: (1 << own) | (isDialled ? (1 << PHONE) | (1 << INTEGER) : 0), isStrict: true }
  let usual = 0
  tally.shapes.forEach((count, shape) => {
    if (!telling.includes(shape) || count >= filled * othersShare) usual |= 1 << shape
  })
  return { usual, isStrict: false }
}

function habitOf(tally: ColumnTally): Habit {
  const { filled } = tally
  if (filled < fewestCells) return loose
  let usual = 0
  tally.shapes.forEach((count, shape) => {
    if (count >= usualCount(filled)) usual |= 1 << shape
  })
  const most = Math.max(
    ...telling.map((shape) => tally.shapeCount(shape) + (shape === PHONE ? tally.dialled - tally.shapeCount(PHONE) : 0)),
  )
  if (tally.dialled >= filled * strictShare(filled)) usual |= (1 << PHONE) | (1 << INTEGER)
  return { usual, isStrict: most >= filled * strictShare(filled) }
}

/** Cells that a strict column elsewhere would take, and that has no such value of its own in this row. */
function movesOf(shapes: Uint8Array, habits: readonly Habit[]): Move[] {
  const moves: Move[] = []
  const taken = new Set<number>()
  for (let from = 0; from < habits.length; from++) {
    const shape = shapes[from] ?? BLANK
    const { usual } = habits[from] ?? loose
    if (shape === BLANK || !telling.includes(shape) || (usual & (1 << shape)) !== 0) continue
    const to = nearest(from, habits, (column) => {
      const habit = habits[column] ?? loose
      const own = shapes[column] ?? BLANK
      return (
        habit.isStrict && !taken.has(column) && (habit.usual & (1 << shape)) !== 0 && (own === BLANK || (habit.usual & (1 << own)) === 0)
      )
    })
    if (to === null) continue
    taken.add(to)
    moves.push({ from, to })
  }
  return moves
}

function nearest(from: number, habits: readonly Habit[], isMeant: (column: number) => boolean): number | null {
  for (let distance = 1; distance < habits.length; distance++) {
    if (isMeant(from - distance)) return from - distance
    if (isMeant(from + distance)) return from + distance
  }
  return null
}
