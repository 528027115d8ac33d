// What can be done from anywhere: one list, which the keys, the palette, the sheet of keys and the desktop's menus are made of.

/** `Mod`: Ctrl, on a Mac Cmd. */
interface Described {
  title: string
  /** In which menu of the desktop it is. */
  menu: 'file' | 'go' | 'help'
  key?: string
  /** A second key, for browsers that keep the first one for themselves. */
  browserKey?: string
  /** Other words that somebody might look for. */
  words?: string
}

const described = {
  newImport: { title: 'New import', menu: 'file', key: 'Mod+N', browserKey: 'Alt+N', words: 'start begin add' },
  openFile: { title: 'Choose a file to import…', menu: 'file', key: 'Mod+O', words: 'open upload csv excel list' },
  palette: { title: 'Find or do…', menu: 'go', key: 'Mod+K' },
  find: { title: 'Search this page', menu: 'go', key: 'Mod+F' },
  primary: { title: 'Press the main button', menu: 'go', key: 'Mod+Enter' },
  imports: { title: 'Imports', menu: 'go', key: 'Mod+1', words: 'start home needs you' },
  contacts: { title: 'Contacts', menu: 'go', key: 'Mod+2', words: 'address book people' },
  history: { title: 'History', menu: 'go', key: 'Mod+3', words: 'runs results undo past' },
  ledger: { title: 'Consent ledger', menu: 'go', key: 'Mod+4', words: 'records audit evidence' },
  settings: { title: 'Settings', menu: 'go', key: 'Mod+5', words: 'preferences options' },
  preferences: { title: 'Settings…', menu: 'file', key: 'Mod+,' },
  sync: { title: 'Sync contacts now', menu: 'file', words: 'read address book again refresh' },
  stopTexts: { title: 'Stop texts to a person…', menu: 'file', words: 'opt out unsubscribe refuse do not text revoke' },
  signIn: { title: 'Sign in to another account…', menu: 'file', words: 'account log in' },
  tour: { title: 'Take the tour', menu: 'help', words: 'help learn practice introduction' },
  keys: { title: 'All keys', menu: 'help', key: '?', words: 'shortcuts keyboard help' },
} as const satisfies Record<string, Described>

export type ActionId = keyof typeof described
export interface Action extends Described {
  id: ActionId
}

export const actions: readonly Action[] = (Object.keys(described) as ActionId[]).map((id) => ({ id, ...described[id] }))

export interface PressedKey {
  key: string
  /** Where the key is, such as `Digit1`: on some keyboards a digit needs Shift. */
  code: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
  shiftKey: boolean
}

/** The action of a key; null where it has none. `isTyping`: in a field, where a letter is a letter. */
export function actionOf(pressed: PressedKey, isMac: boolean, isTyping: boolean): ActionId | null {
  const typed = written(pressed, isMac)
  const found = actions.find(({ key, browserKey }) => key === typed || browserKey === typed)
  if (found === undefined || (isTyping && !typed.startsWith('Mod+'))) return null
  return found.id
}

/** Which of the accounts a key asks for, from 0; null for any other key. */
export function accountOf(pressed: PressedKey, isMac: boolean): number | null {
  const digit = /^Digit([1-9])$/.exec(pressed.code)?.[1]
  const isMod = isMac ? pressed.metaKey : pressed.ctrlKey
  return digit !== undefined && isMod && pressed.shiftKey && !pressed.altKey ? Number(digit) - 1 : null
}

/** As the list above writes keys. */
function written({ key, code, ctrlKey, metaKey, altKey, shiftKey }: PressedKey, isMac: boolean): string {
  if (key === '?' && !ctrlKey && !metaKey && !altKey) return key
  const isMod = isMac ? metaKey && !ctrlKey : ctrlKey && !metaKey
  const digit = /^Digit([1-9])$/.exec(code)?.[1]
  const letter = /^Key([A-Z])$/.exec(code)?.[1]
  // Alt types another letter on some systems: what counts is the key.
  const name = digit ?? (altKey ? (letter ?? key) : key.length === 1 ? key.toUpperCase() : key)
  if (shiftKey) return ''
  return `${isMod ? 'Mod+' : ''}${altKey ? 'Alt+' : ''}${name}`
}

/** As people read it: `Ctrl K`, on a Mac `⌘K`. */
export function keyText(key: string, isMac: boolean): string {
  const parts = key.split('+')
  if (!isMac) return parts.map((part) => (part === 'Mod' ? 'Ctrl' : part)).join(' ')
  const signs: Record<string, string> = { Mod: '⌘', Alt: '⌥', Shift: '⇧', Enter: '↩' }
  return parts.map((part) => signs[part] ?? part).join('')
}

/** As Electron's menus write it; null for a key that they do not take. */
export function acceleratorOf(key: string): string | null {
  return key.includes('+') ? key.replace('Mod', 'CommandOrControl') : null
}
