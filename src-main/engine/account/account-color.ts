import { type AccountColor, accountColors, type AccountRecord } from '../model/account-schema.ts'

type Colored = Pick<AccountRecord, 'id' | 'practice' | 'color' | 'createdAtSeconds'>

/** The first color that none of these accounts has; with more accounts than colors, the one that fewest have. */
export function freeColor(taken: readonly (AccountColor | null)[]): AccountColor {
  const uses = (color: AccountColor) => taken.filter((one) => one === color).length
  return accountColors.reduce((least, color) => (uses(color) < uses(least) ? color : least))
}

/** The color of each account by its id: the one that was chosen, for others one that is free, the oldest account first. Practice has none. */
export function colorsOf(records: readonly Colored[]): ReadonlyMap<string, AccountColor | null> {
  const colors = new Map<string, AccountColor | null>(records.map(({ id, practice, color }) => [id, practice ? null : color]))
  const open = records.filter(({ practice, color }) => !practice && color === null)
  for (const { id } of open.sort((a, b) => a.createdAtSeconds - b.createdAtSeconds || a.id.localeCompare(b.id)))
    colors.set(id, freeColor([...colors.values()]))
  return colors
}
