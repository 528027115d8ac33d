import type { Contact, PastRun, SavedRecipe } from '../../../src-main/engine/contract.ts'
import { call } from '../../engine.ts'
import { settingPlaces } from '../../words/settings/setting-places.ts'
import { consentText } from '../../words/consent-text.ts'
import { paletteLineWords as words } from '../../words/app/key-words.ts'
import { agoText } from '../../words/format.ts'
import { pastRunText } from '../../words/history-words.ts'
import { waitingText } from '../../words/waiting-words.ts'
import { chooseFile } from '../intake.svelte.ts'
import { actions, keyText } from '../keys/actions.ts'
import { doAction, whyNot } from '../keys/do-action.ts'
import { isMac } from '../platform.ts'
import { go } from '../route.svelte.ts'
import { session } from '../session.svelte.ts'
import { switchAccount } from '../switch-account.ts'
import { pageButtons } from './page-buttons.ts'
import { type PaletteGroup, type PaletteLine } from './palette-lines.ts'

const line = (part: Pick<PaletteLine, 'id' | 'title' | 'icon' | 'choose'> & Partial<PaletteLine>): PaletteLine => ({
  about: '',
  aside: '',
  isKey: false,
  words: '',
  why: null,
  ...part,
})

/** Actions that are about what lies below the palette, and the palette itself. */
const notHere = ['palette', 'find', 'primary', 'preferences', 'imports', 'contacts', 'history', 'ledger', 'settings']
const pageIcons = { imports: 'home', contacts: 'people', history: 'clock', ledger: 'ledger', settings: 'settings' } as const

/** All that the palette offers in the account that is open; read when it opens. */
export function createPaletteSources() {
  let runs = $state.raw<PastRun[]>([])
  let recipes = $state.raw<SavedRecipe[]>([])
  let contacts = $state.raw<{ shown: Contact[]; total: number; search: string }>({ shown: [], total: 0, search: '' })
  const buttons = pageButtons()
  // What cannot be read is not offered; the rest is.
  call('history.list', {}).then(
    (answer) => (runs = answer.runs),
    () => undefined,
  )
  call('recipes.list', {}).then(
    (answer) => (recipes = answer.recipes),
    () => undefined,
  )

  const actionLines = $derived(
    actions
      .filter(({ id }) => !notHere.includes(id))
      .map(({ id, title, key = '', words = '' }) =>
        line({
          id: `action ${id}`,
          title,
          words,
          why: whyNot(id),
          aside: key === '' ? '' : keyText(key, isMac),
          isKey: key !== '',
          icon:
            id === 'sync' ? 'sync' : id === 'openFile' ? 'upload' : id === 'newImport' ? 'plus' : id === 'signIn' ? 'people' : 'question',
          choose: () => void doAction(id),
        }),
      ),
  )
  const needLines = $derived(
    runs.flatMap((run) => {
      const { id, fileName, state } = run
      const open = () => go({ page: 'run', runId: id })
      if (state === 'paused' || state === 'interrupted')
        return [line({ id: `continue ${id}`, title: words.continue(fileName), about: pastRunText(run), icon: 'play', choose: open })]
      return waitingText(run) === ''
        ? []
        : [line({ id: `waiting ${id}`, title: words.lookAt(fileName), about: waitingText(run), icon: 'alert', choose: open })]
    }),
  )
  const recipeLines = $derived(
    recipes.map((saved) =>
      line({
        id: `recipe ${saved.id}`,
        title: words.importList(saved.recipe.name),
        about: words.chooseItsFile,
        words: 'recipe',
        icon: 'upload',
        why: whyNot('openFile'),
        choose: () => chooseFile(saved),
      }),
    ),
  )
  const accountLines = $derived(
    session.accounts
      .filter(({ id }) => id !== session.account?.id)
      .map(({ id, name }) =>
        line({ id: `account ${id}`, title: words.changeTo(name), words: 'account', icon: 'people', choose: () => switchAccount(id) }),
      ),
  )
  const goLines = $derived(
    (Object.keys(pageIcons) as (keyof typeof pageIcons)[]).flatMap((id) => {
      const action = actions.find((one) => one.id === id)
      return action === undefined
        ? []
        : line({
            id: `go ${id}`,
            title: action.title,
            words: action.words ?? '',
            aside: keyText(action.key ?? '', isMac),
            isKey: true,
            icon: pageIcons[id],
            choose: () => void doAction(id),
          })
    }),
  )
  const contactLines = $derived([
    ...contacts.shown.map((contact) =>
      line({
        id: `contact ${contact.uuid}`,
        title: contact.name ?? contact.phone ?? words.noName,
        about: contact.name === null ? '' : (contact.phone ?? ''),
        aside: consentText(contact.consent),
        icon: 'people',
        choose: () => go({ page: 'contacts', search: contact.phone ?? contact.name ?? contact.uuid }),
      }),
    ),
    ...(contacts.total > contacts.shown.length
      ? [
          line({
            id: 'contacts all',
            title: words.allContacts(contacts.total, contacts.search),
            icon: 'search',
            choose: () => go({ page: 'contacts', search: contacts.search }),
          }),
        ]
      : []),
  ])
  const importLines = $derived(
    runs.slice(0, 200).map((run) =>
      line({
        id: `import ${run.id}`,
        title: run.fileName,
        about: agoText(run.startedAtSeconds),
        aside: pastRunText(run),
        icon: 'file',
        choose: () => go({ page: 'run', runId: run.id }),
      }),
    ),
  )
  const settingLines = settingPlaces.map(({ title, section, words: others }) =>
    line({ id: `setting ${title}`, title, words: others, icon: 'settings', choose: () => go({ page: 'settings', section }) }),
  )
  const buttonLines = buttons.map(({ title, press }) => line({ id: `button ${title}`, title, icon: 'arrow', choose: press }))

  return {
    /** Of `text`: contacts are those that `findContacts` found last. */
    of(text: string): Record<PaletteGroup, readonly PaletteLine[]> {
      const isOpen = text.trim() === ''
      return {
        do: isOpen
          ? [...needLines, ...actionLines.filter(({ id }) => id !== 'action signIn')]
          : [...needLines, ...actionLines, ...recipeLines, ...accountLines],
        page: isOpen ? [] : buttonLines,
        go: goLines,
        contacts: isOpen ? [] : contactLines,
        imports: importLines,
        settings: isOpen ? [] : settingLines,
      }
    },
    async findContacts(text: string): Promise<void> {
      const search = text.trim().slice(0, 200)
      if (search === '') {
        contacts = { shown: [], total: 0, search }
        return
      }
      try {
        const { contacts: shown, total } = await call('contacts.page', { offset: 0, limit: 2, search })
        contacts = { shown, total, search }
      } catch {
        contacts = { shown: [], total: 0, search }
      }
    },
  }
}
