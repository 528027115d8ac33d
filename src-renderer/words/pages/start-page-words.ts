import type { Output, UnattendedFile } from '../../../src-main/engine/contract.ts'
import { agoText, count, counted, dateText } from '../format.ts'

export const draftListWords = {
  drafts: 'Drafts',
  removeFromThisList: (fileName: string) => `Remove ${fileName} from this list`,
  openFileName: (fileName: string) => `Open ${fileName}`,
  open: 'Open',
  showAllDrafts: (drafts: number) => `Show all ${count(drafts)}`,
  removeThisDraft: 'Remove this draft?',
  hasNotBeenImported: (fileName: string) =>
    `${fileName} has not been imported. Its mapping is lost unless you saved it as a recipe. The file itself stays where it is.`,
  keepIt: 'Keep it',
  remove: 'Remove',
}

export const lastImportsWords = {
  lastImports: 'Last imports',
  allInHistory: (runs: number) => (runs === 1 ? 'History' : `All ${count(runs)} in History`),
  takenBack: 'Taken back',
}

export const needsYouWords = {
  needsYou: 'Needs you',
  things: (needs: number) => counted(needs, 'thing'),
}

export const unattendedNeedWords = {
  title: ({ fileName, outcome }: UnattendedFile) => {
    if (outcome === 'sameFile') return `${fileName} came again`
    if (outcome === 'error') return `${fileName} could not be imported`
    return outcome === 'rows' ? `${fileName} was imported, and rows failed` : `The import of ${fileName} was stopped`
  },
  about: ({ message, recipeName, atSeconds }: UnattendedFile) =>
    `${message} ${recipeName === '' ? '' : `By itself, with “${recipeName}”, `}${agoText(atSeconds)}.`,
  action: ({ outcome, runId, path }: UnattendedFile) => {
    if (outcome === 'sameFile') return 'Run again'
    if (runId !== null) return 'See the results'
    return path === null ? 'Put aside' : 'Open it'
  },
  putAside: 'Put aside',
  putAsideTitle: (title: string) => `Put aside: ${title}`,
}

export const mailOfferWords = {
  title: (to: string) => `Tell ${to} of the last list that ran by itself?`,
  about: 'This computer sends no e-mail by itself. The draft has counts alone, and you press Send in your mail program.',
  write: 'Write the e-mail',
  notNow: 'Not now',
  subject: (account: string, recipe: string) => `Rollcall: ${account}${recipe === '' ? '' : `, ${recipe}`}`,
  text: ({ outcome, message, atSeconds }: UnattendedFile) =>
    `${dateText(atSeconds)}: ${outcome === 'error' ? 'A list could not be imported.' : message}`,
}

export const recipeTilesWords = {
  watchFolder: 'Watch a folder…',
  watchFolderDetail: 'What is dropped into it is imported by itself.',
  schedule: 'Schedule…',
  scheduleDetail: 'At a time of your choice, also while Rollcall is closed.',
  watchedFolder: 'Watched folder',
  nextDue: (day: string) => `Next due ${day}`,

  copyTo: (account: string) => `Copy to ${account}`,
  isInToo: (name: string, account: string) => `“${name}” is in ${account}, too`,
  notCopied: (account: string) => `Not copied to ${account}`,
  replaceThere: 'Replace it there',
  close: 'Close',
  toLookAt: ({ missing, checked, recipe }: Output<'recipes.copy'>, account: string): string[] => [
    ...missing.map(({ what, name }) => `${account} has no ${what === 'field' ? 'custom field' : 'department'} “${name}”.`),
    ...(missing.length > 0 ? ['You are asked what to take instead when a file is imported with it.'] : []),
    ...(checked ? [] : [`${account} did not answer, so its fields are compared when a file is imported.`]),
    ...(recipe.recipe.fields.some(({ unconfirmed }) => unconfirmed !== undefined)
      ? [`Which words mean that somebody agreed is to be confirmed for ${account}: until then nobody is given consent by it.`]
      : []),
    ...(missing.length === 0 && checked ? ['It finds all its fields there.'] : []),
  ],
  recipeIsCalledNow: (name: string) => `The recipe is called “${name}” now.`,
  recipeIsRemoved: (name: string) => `The recipe “${name}” is removed.`,
  recipes: 'Recipes',
  allRecipes: (recipes: number) => `All ${recipes} recipes`,
  whatToDoWith: (name: string) => `What to do with ${name}`,
  edit: 'Edit…',
  itsColumnsAndRulesWith: (name: string) => `Its columns and rules, with ${name}.`,
  rename: 'Rename…',
  download: 'Download',
  forCommandLine: 'For the command line, or for a colleague.',
  remove: 'Remove…',
  chooseFileFor: (name: string) => `Choose the file for ${name}`,
  dropFileHere: 'Drop the file here',
  fileForName: (name: string) => `File for ${name}`,
  notUsedYet: 'Not used yet',
  lastUsedUsedAtSeconds: (usedAtSeconds: number) => `Last used ${agoText(usedAtSeconds)}`,
  removeName: (name: string) => `Remove “${name}”?`,
  renameRecipe: 'Rename the recipe',
  importsThatWereMade: 'Imports that were made with it stay as they are. What it learned of its lists goes with it.',
  name: 'Name',
  cancel: 'Cancel',
  removeIt: 'Remove',
  renameIt: 'Rename',
}

export const startPageWords = {
  dropFileToBeginImport: 'Drop the file to begin an import',
  imports: 'Imports',
  bringContactsConsentAndMessage: 'Bring contacts, consent and message history from any program into your messaging service.',
  youAreSignedOutOf: (name: string) => `You are signed out of “${name}”.`,
  pastImportsCanBeLooked: 'Past imports can be looked at. To import, sign in again.',
  signIn: 'Sign in',
  signInToImport: 'Sign in to import.',
  sampleListsAndTour: 'Sample lists, and the tour',
  takeTour: 'Take the tour',
}

export const tourOfferWords = {
  title: 'Three steps with a sample list, about two minutes',
  start: 'Start the tour',
  startAgain: (seen: number) => `Start the tour again (${seen} of 3 seen)`,
  steps: [
    {
      title: 'Choose a list',
      about: 'Rollcall says what is in it.',
      picture: [
        { icon: 'file', text: 'new-clients.xlsx', isGood: false },
        { icon: null, text: '180 rows: names, phones, e-mail', isGood: false },
        { icon: null, text: 'Contacts found', isGood: true },
      ],
    },
    {
      title: 'See what would change',
      about: 'Contact by contact, before anything happens.',
      picture: [
        { icon: null, text: 'Siân Llewellyn: new', isGood: true },
        { icon: null, text: 'Omar al-Farsi: new e-mail', isGood: false },
        { icon: null, text: '1 row can’t be used', isGood: false },
      ],
    },
    {
      title: 'Import, then take it back',
      about: 'See what an undo can do, and what not.',
      picture: [
        { icon: 'check', text: '178 added, 1 updated', isGood: true },
        { icon: 'undo', text: 'Undo', isGood: false },
        { icon: 'download', text: 'Save report', isGood: false },
      ],
    },
  ],
} as const

export const noticeWords = {
  signInExpired: (account: string) => `${account}: sign-in expired`,
  whatGoesOnWaits: 'What goes on by itself waits until you have signed in again. Nothing failed.',
}
