import type { Store } from './open-store.ts'

/**
 * `readLagMs`: the longest that a read took to show what was written. `busy…`: how many calls that were answered with 429 took effect, or
 * did not. `questions…`: how many questions for consent stood in their conversations, or did not. `importReopens`, `whisperReopens`: whether an import or a whisper opens a
 * resolved conversation again, 1 or 0. `cut:` and a field: after how many characters its texts are cut. `altered:` and a mark: a text that is stored differently.
 * `escapes:` and a field: its texts are stored with entities of HTML. `alters:` and a field: they are stored differently, by no rule that is
 * known. `stored:` and a mark: a text, with what the service made of it. `livesWithAlteredTexts`: somebody chose so.
 * `clears:` and what it clears when it is left out: 1, or 2 where that is sent along.
 */
export type Trait =
  | 'readLagMs'
  | 'importReopens'
  | 'whisperReopens'
  | 'busyWithoutEffect'
  | 'busyWithEffect'
  | 'questionsShown'
  | 'questionsUnshown'
  | 'livesWithAlteredTexts'
  | TraitGroup
type TraitPrefix = 'cut:' | 'altered:' | 'clears:' | 'escapes:' | 'alters:' | 'stored:'
type TraitGroup = `${TraitPrefix}${string}`

/** What was learnt is proven anew after this. */
export const learntForMs = 30 * 24 * 60 * 60 * 1000

export interface LearntTrait {
  value: number
  learntAtMs: number
}

/** Statements on what was learnt of the account's service. */
export function createLearntTraits(store: Store) {
  const select = store.prepare<[string], LearntTrait>('SELECT value, learnt_at_ms AS learntAtMs FROM learnt_traits WHERE trait = ?')
  const upsert = store.prepare<[string, number, number]>(
    `INSERT INTO learnt_traits (trait, value, learnt_at_ms) VALUES (?, ?, ?)
     ON CONFLICT (trait) DO UPDATE SET value = excluded.value, learnt_at_ms = excluded.learnt_at_ms`,
  )
  const selectGroup = store.prepare<[string, string, number], { trait: string; value: number }>(
    'SELECT trait, value FROM learnt_traits WHERE trait > ? AND trait < ? AND learnt_at_ms >= ?',
  )
  const removeAll = store.prepare('DELETE FROM learnt_traits')
  return {
    find: (trait: Trait): LearntTrait | null => select.get(trait) ?? null,
    /** Those of a group that were learnt since then, each by what follows the prefix. */
    startingWith(prefix: TraitPrefix, sinceMs: number): { name: string; value: number }[] {
      return selectGroup
        .all(prefix, `${prefix}\u{10FFFF}`, sinceMs)
        .map(({ trait, value }) => ({ name: trait.slice(prefix.length), value }))
    },
    set: (trait: Trait, value: number, learntAtMs: number): void => void upsert.run(trait, value, learntAtMs),
    forget: (): void => void removeAll.run(),
  }
}
