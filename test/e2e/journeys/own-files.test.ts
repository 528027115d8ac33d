import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { chooseByKey, pressKey } from '../give-file.ts'
import { openApp, type ServedApp } from '../serve-for-test.ts'
import { appInPractice, appWithService } from '../shared-app.ts'
import { messageHistory, monthlyList, newClients, type OfficeFile } from './office-files.ts'

// Three files as offices have them, none of which Rollcall has seen, each brought in by keys alone. Keys are counted, and the words that
// each screen shows at 1440 x 900: what a person has to press and to read.

const practice = appInPractice()
const office = appWithService({ contacts: 200 })
const mostKeys = 30
const title = (page: Page) => page.getByRole('heading', { level: 1 })

async function journey(app: ServedApp) {
  const { page, problems, close } = await openApp(practice.browser, app, { viewport: { width: 1440, height: 900 } })
  await page.getByRole('button', { name: 'Choose a file…' }).and(page.locator(':enabled')).waitFor()
  let keys = 0
  const words: Record<string, number> = {}
  const press = async (...all: string[]) => {
    for (const key of all) {
      keys += 1
      await pressKey(page, key)
    }
  }
  return {
    page,
    press,
    choose: (file: OfficeFile) => chooseByKey(page, file, press),
    /** Reads the screen: its words are counted. */
    async read(screen: string) {
      words[screen] = await page.evaluate(wordsInSight)
    },
    /** Presses the primary once it can be pressed. */
    async goOn(name: string | RegExp) {
      await page.getByRole('button', { name }).and(page.locator('.primary:enabled')).last().waitFor()
      await press('Control+Enter')
    },
    /** The keys and words so far, no more than they may be; `mostWords` of any one screen. */
    async end(name: string, mostWords: number) {
      console.log(`${name}: ${keys} keys; words in sight: ${JSON.stringify(words)}`)
      expect(keys).toBeLessThanOrEqual(mostKeys)
      for (const [screen, count] of Object.entries(words)) expect(count, `words of ${screen}`).toBeLessThanOrEqual(mostWords)
      expect(problems).toEqual([])
      await close()
    },
  }
}

/** How many words are within the window, below nothing and not for screen readers alone. */
function wordsInSight(): number {
  const found = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  let words = 0
  for (let node = found.nextNode(); node !== null; node = found.nextNode()) {
    const parent = node.parentElement
    if (parent === null || parent.closest('.visually-hidden, .skip, script, style, option') !== null) continue
    if (!parent.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue
    const { top, bottom, left, right, width, height } = parent.getBoundingClientRect()
    const isIn = width > 0 && height > 0 && bottom > 0 && top < innerHeight && right > 0 && left < innerWidth
    if (isIn) words += (node.textContent ?? '').split(/\s+/u).filter((word) => /[\p{L}\p{N}]/u.test(word)).length
  }
  return words
}

/** The question about consent is open beside the list: into it, to the box that says what "Yes" means, and on until nothing is asked. */
async function confirm(page: Page, press: (...keys: string[]) => Promise<void>, ready: string): Promise<void> {
  const isReady = () => title(page).getByText(ready, { exact: true }).count()
  await press('Enter')
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest('aside') !== null)).toBe(true)
  const isOpen = () => page.evaluate(() => document.activeElement?.matches('input:not(:checked)') === true)
  for (let at = 0; at < 10 && (await isReady()) === 0; at += 1) {
    const asks = await isOpen()
    await press(asks ? 'Space' : 'Tab')
    if (asks) await expect.poll(async () => (await isReady()) > 0 || !(await isOpen())).toBe(true)
  }
  await title(page).getByText(ready, { exact: true }).waitFor()
}

it('an Excel list of 180 new clients', async () => {
  const { page, press, choose, read, goOn, end } = await journey(practice.app)
  await read('start, first day')
  await choose(newClients())
  await page.getByText(/of these people are in your account already, \d+ are new/).waitFor()
  await page.getByText(/No damage by spreadsheets found in 180 rows/).waitFor()
  await read('file')
  await goOn('Map columns')
  await title(page)
    .getByText(/1 needs you$/)
    .waitFor()
  await read('mapping')
  await confirm(page, press, '6 columns are ready')
  await goOn('Review changes')
  await title(page)
    .getByText(/contacts will be added, \d+ updated/)
    .waitFor()
  await page.getByRole('grid', { name: 'Rows of the file' }).getByRole('row').nth(3).waitFor()
  await read('review')
  await goOn(/^Import \d+ contacts/)
  await page.getByRole('dialog').getByText('New contacts cannot be deleted by Rollcall.').waitFor()
  await read('confirmation')
  await goOn(/^Import \d+ contacts/)
  await page.getByText(/contacts are in; 2 of 180 rows cannot be used/).waitFor()
  await page.getByText('The row has no phone number.').first().waitFor()
  await read('results')
  await end('new clients', 420)
})

it('a monthly list of consent that Rollcall has not seen', async () => {
  const people = (await office.served.contacts(150)).filter(({ consent }) => consent === null).slice(0, 30)
  const { page, press, choose, read, goOn, end } = await journey(office.served.app)
  await choose(
    monthlyList(
      '2026-10',
      people.map(({ phone }) => phone),
      (at) => at % 10 === 0,
    ),
  )
  await title(page).getByText('What is in this file?').waitFor()
  await read('file')
  await goOn('Map columns')
  await title(page).getByText('3 columns are ready, 1 needs you').waitFor()
  await read('mapping')
  await confirm(page, press, '4 columns are ready')
  await goOn('Review changes')
  await title(page).getByText('Consent will be set for 30 contacts').waitFor()
  await page.getByRole('grid', { name: 'Rows of the file' }).getByRole('row').nth(3).waitFor()
  await read('review')
  await goOn('Set consent for 30')
  await page.getByRole('dialog').getByText('Undo never gives back consent by itself.').waitFor()
  await read('confirmation')
  await goOn('Set consent for 30')
  await page.getByText(/^Consent is set for 30 contacts/).waitFor()
  await read('results')
  await end('monthly list', 420)
})

it('a message history of both directions', async () => {
  const phones = (await office.served.contacts(30)).map(({ phone }) => phone)
  const { page, choose, read, goOn, end } = await journey(office.served.app)
  await choose(messageHistory(phones))
  await title(page).getByText('What is in this file?').waitFor()
  await read('file')
  await goOn('Map columns')
  await title(page)
    .getByText(/columns are ready/)
    .waitFor()
  await read('mapping')
  await goOn('Review changes')
  await title(page)
    .getByText(/go into 30 conversations/)
    .waitFor()
  await read('review')
  await goOn(/^Import/)
  await page.getByRole('dialog').getByText('Imported messages and whispers cannot be taken back').waitFor()
  await goOn(/^Import/)
  await page.getByText(/60 messages and 30 whispers are in/).waitFor()
  await read('results')
  await end('message history', 420)
})
