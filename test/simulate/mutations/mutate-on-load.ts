import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { mutations } from './named-mutations.ts'

// `node --import …/mutate-on-load.ts`: takes one mend out of the engine while its source is loaded. ROLLCALL_MUTATION names it.

const name = process.env.ROLLCALL_MUTATION
const mutation = mutations.find((one) => one.name === name)
if (mutation === undefined) throw new Error(`There is no mutation "${name}".`)
const root = join(import.meta.dirname, '../../..')
const editsByUrl = Map.groupBy(mutation.edits, ({ path }) => pathToFileURL(join(root, path)).href)

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context)
    const edits = editsByUrl.get(url)
    if (edits === undefined) return loaded
    let source = String(loaded.source)
    for (const { from, to, path } of edits) {
      if (source.split(from).length !== 2) throw new Error(`What "${name}" changes does not stand exactly once in ${path}.`)
      source = source.replace(from, () => to)
    }
    return { ...loaded, source }
  },
})
