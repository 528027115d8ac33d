import type { ImportFile, SavedRecipe } from '../../src-main/engine/contract.ts'
import { isDesktop } from '../engine.ts'
import { createFileTaking } from '../wizard/file/file-drop.svelte.ts'
import { beginKnownFile, beginWithRecipe } from '../wizard/wizard-state.svelte.ts'

/** The recipe that the next file is for; null where Rollcall finds out by itself. */
let wanted: SavedRecipe | null = null
let chooser: HTMLInputElement | null = null

/** Takes files from every page: dropped, or asked for by a key, a menu or the palette. */
export const intake = createFileTaking((file: ImportFile) =>
  wanted === null ? beginKnownFile(file) : beginWithRecipe(file, wanted.recipe),
)

/** The field behind the browser's own dialog. */
export function setChooser(input: HTMLInputElement | null): void {
  chooser = input
}

export function chooseFile(recipe: SavedRecipe | null = null): void {
  wanted = recipe
  if (isDesktop) intake.picked()
  else chooser?.click()
}

export function takeDropped(files: FileList | null | undefined): void {
  wanted = null
  intake.dropped(files)
}

export function takeChosen(files: FileList | null): void {
  intake.dropped(files)
}
