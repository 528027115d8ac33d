// @ts-nocheck It stands in for what Electron puts into a process or a world of its own, which has no types here.
// Runs before the preload, in its world: what `require('electron')` is there. `standInSend` is a binding that only this world has.
;(() => {
  const waiting = new Map()
  const listeners = new Map()
  let nextId = 1
  const standIn = {
    droppedFrom: '',
    /** An answer of the main process. */
    settle({ id, value, error }) {
      const { resolve, reject } = waiting.get(id)
      waiting.delete(id)
      if (error === undefined) resolve(value)
      else reject(new Error(`Error invoking remote method: ${error}`))
    },
    receive({ channel, args }) {
      const now = [...(listeners.get(channel) ?? [])]
      for (const listener of now) listener({}, ...args)
    },
  }
  const ipcRenderer = {
    invoke: (channel, ...args) =>
      new Promise((resolve, reject) => {
        const id = nextId++
        waiting.set(id, { resolve, reject })
        globalThis.standInSend(JSON.stringify({ id, channel, args, url: location.href, isTop: window.top === window }))
      }),
    on: (channel, listener) => void listeners.set(channel, [...(listeners.get(channel) ?? []), listener]),
    off: (channel, listener) =>
      void listeners.set(
        channel,
        (listeners.get(channel) ?? []).filter((one) => one !== listener),
      ),
  }

  /** Functions go to the other world as names, what they are called with and what they answer as copies. */
  const contextBridge = {
    exposeInMainWorld(name, api) {
      const callbacks = new Map()
      const endings = new Map()
      document.addEventListener('stand-in:call', ({ detail }) => {
        const { id, method, args } = detail
        const given = args.map((arg) =>
          typeof arg === 'object' && arg !== null && 'callback' in arg ? (callbacks.get(arg.callback) ?? callbackOf(arg.callback)) : arg,
        )
        const result = method === 'end' ? endings.get(args[0])?.() : api[method](...given)
        const say = (message) => document.dispatchEvent(new CustomEvent('stand-in:answer', { detail: { id, ...message } }))
        if (typeof result === 'function') {
          endings.set(id, result)
          say({ ending: id })
        } else if (result instanceof Promise) {
          say({ isLater: true })
          result.then(
            (value) => say({ value: value ?? null }),
            (error) => say({ error: String(error) }),
          )
        } else say({ value: result })
      })
      function callbackOf(number) {
        const callback = (...args) => document.dispatchEvent(new CustomEvent('stand-in:callback', { detail: { number, args } }))
        callbacks.set(number, callback)
        return callback
      }
      standIn.exposed = { name, methods: Object.keys(api) }
    },
  }
  const webUtils = { getPathForFile: (file) => (standIn.droppedFrom === '' ? '' : `${standIn.droppedFrom}/${file.name}`) }
  globalThis.standIn = standIn
  globalThis.require = (name) => {
    if (name !== 'electron') throw new Error(`module not found: ${name}`)
    return { contextBridge, ipcRenderer, webUtils }
  }
  globalThis.exports = {}
  globalThis.module = { exports: globalThis.exports }
})()
