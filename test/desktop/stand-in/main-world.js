// @ts-nocheck It stands in for what Electron puts into a process or a world of its own, which has no types here.
// Runs before the page, in its world: the object that the preload exposed there, as copies of copies. The names are the bridge's.
;(() => {
  const pending = new Map()
  const callbacks = []
  let nextId = 1
  document.addEventListener('stand-in:answer', ({ detail }) => {
    const call = pending.get(detail.id)
    if (call === undefined) return
    if (detail.isLater) call.isLater = true
    else if ('ending' in detail) call.answer = () => void send('end', [detail.ending])
    else if (call.isLater && 'error' in detail) call.reject(new Error(detail.error))
    else if (call.isLater) call.resolve(detail.value)
    else call.answer = detail.value
  })
  document.addEventListener('stand-in:callback', ({ detail: { number, args } }) => callbacks[number]?.(...args))

  function send(method, args) {
    const call = {}
    const later = new Promise((resolve, reject) => Object.assign(call, { resolve, reject }))
    const id = nextId++
    pending.set(id, call)
    const copied = args.map((arg) => (typeof arg === 'function' ? { callback: callbacks.push(arg) - 1 } : arg))
    // The other world hears it before this returns, as a function that is called across the worlds of Electron does.
    document.dispatchEvent(new CustomEvent('stand-in:call', { detail: { id, method, args: copied } }))
    return call.isLater ? later : call.answer
  }

  const methods = ['call', 'on', 'openFile', 'pathOfFile', 'chooseFolder', 'chooseSavePath', 'saveReportPdf', 'showInFolder', 'onShell']
  window.rollcall = Object.freeze(Object.fromEntries(methods.map((method) => [method, (...args) => send(method, args)])))
})()
