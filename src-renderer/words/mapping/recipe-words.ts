import { agoText } from '../format.ts'

export const adaptRecipeWords = {
  adaptToThisFile: (name: string) => `Adapt “${name}” to this file`,
  thisRecipeCannotBeUsed: 'This recipe cannot be used',
  recipeNeedsWhatThisFile: (difference: string) =>
    `The recipe needs what this file or the account does not have. Say what to use instead; the saved recipe stays as it is. ${difference}`,
  recipeNeeds: 'The recipe needs',
  for: 'For',
  useInstead: 'Use instead',
  importedMessages: 'Imported messages',
  insteadOfName: (name: string) => `Instead of ${name}`,
  choose: 'Choose…',
  likely: ' (likely)',
  servicesOwnChoice: 'The service’s own choice',
  nothingLeaveItOut: 'Nothing: leave it out',
  cancel: 'Cancel',
  useItLikeThis: 'Use it like this',
  close: 'Close',
}

export const lackedColumnsWords = {
  nobodyInThisList: 'Nobody in this list has refused',
  thisListNoLonger: (shortList: string) => `This list no longer has ${shortList}, which told who refused.`,
  asLongAs: 'As long as that is so, nobody is given consent: such rows need your OK. Refusals are imported.',
}

export const recipeMenuWords = {
  recipe: 'Recipe',
  saveAsRecipe: 'Save as a recipe…',
  toUseThisMappingAgain: 'To use this mapping again next time.',
  savedRecipes: 'Saved recipes…',
  toUseRenameOrDelete: 'To use, rename or delete one.',
  loadFromFile: 'Load from a file…',
  download: 'Download',
  forCommandLine: 'For the command line, or for a colleague.',
  recipeFile: 'Recipe file',
}

export const saveRecipeWords = {
  recipeIsSaved: (name: string) => `The recipe “${name}” is saved.`,
  saveTitle: 'Save as a recipe',
  recipeKeepsHowThisFile:
    'A recipe keeps how this file is read and where its columns go. It is offered again for a file with the same columns.',
  name: 'Name',
  recipeOfThisNameExists: 'A recipe of this name exists. Saving replaces it.',
  cancel: 'Cancel',
  replaceIt: 'Replace it',
  save: 'Save',
}

export const recipeOfferWords = {
  recipeNearlyFitsThisFile: (name: string) => `The recipe “${name}” nearly fits this file.`,
  itNeedsWhichNotThere: (shortList: string, missing: number, difference: string) =>
    `It needs ${shortList}, which ${missing === 1 ? 'is' : 'are'} not there. ${difference}`,
  adaptName: (name: string) => `Adapt “${name}”…`,
  youHaveImportedFile: 'You have imported a file with these columns before.',
  youHaveImportedFileLike: 'You have imported a file like this before.',
  recipeFitsIt: (name: string, difference: string) => `The recipe “${name}” fits it. ${difference}`,
  useAgainName: (name: string) => `Use “${name}” again`,
}

export const savedRecipesWords = {
  recipeIsCalledNow: (name: string) => `The recipe is called “${name}” now.`,
  recipeIsDeleted: (name: string) => `The recipe “${name}” is deleted.`,
  madeForAnotherFile: 'made for another file',
  nearlyFits: 'nearly fits',
  fitsThisFile: 'fits this file',
  savedRecipes: 'Saved recipes',
  thereAreNoneYetSave: 'There are none yet. “Save as a recipe” keeps the mapping that you have made, for the next file of this kind.',
  newNameOf: (name: string) => `New name of ${name}`,
  rename: 'Rename',
  cancel: 'Cancel',
  deleteForGood: (name: string) => `Delete “${name}” for good?`,
  delete: 'Delete',
  keepIt: 'Keep it',
  savedSavedAtSeconds: (savedAtSeconds: number) => `saved ${agoText(savedAtSeconds)}`,
  usedUsedAtSeconds: (usedAtSeconds: number) => `used ${agoText(usedAtSeconds)}`,
  useName: (name: string) => `Use ${name}`,
  use: 'Use',
  renameName: (name: string) => `Rename ${name}`,
  deleteName: (name: string) => `Delete ${name}`,
}
