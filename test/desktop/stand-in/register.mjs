// @ts-nocheck It stands in for what Electron puts into a process or a world of its own, which has no types here.
// Before the built main process: `electron` is the module beside this one.
import { registerHooks } from 'node:module'

const standIn = new URL('./electron-module.mjs', import.meta.url).href

registerHooks({
  resolve: (specifier, context, nextResolve) =>
    specifier === 'electron' ? { url: standIn, format: 'module', shortCircuit: true } : nextResolve(specifier, context),
})
