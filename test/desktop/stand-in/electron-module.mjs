// @ts-nocheck It stands in for what Electron puts into a process or a world of its own, which has no types here.
// What the built main process gets for `electron`: the parts that it uses, with the order and the refusals of the real ones. Windows
// are pages of a Chromium that the test has; it is asked over the channel of this process. See docs/desktop-tests.md.
import { fork } from 'node:child_process'
import { EventEmitter } from 'node:events'
import { request } from 'node:http'
import { existsSync, mkdirSync, readFileSync, rmSync, watchFile, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Everything that was asked of Electron before and after it was ready, in order. */
const calls = []
const note = (name, ...args) => calls.push({ name, args, isReady })
let isReady = false
// What lies beside a packaged app.
process.resourcesPath = process.env.STAND_IN_RESOURCES ?? fileURLToPath(new URL('../../../resources', import.meta.url))
let nextId = 1
const waiting = new Map()
const windows = new Map()
const ipcHandlers = new Map()
let protocolHandler = null
let beforeRequest = null
let permissionHandler = null
let menu = null

const tell = (message) => process.connected && process.send(message)
const ask = (method, input) =>
  new Promise((resolve) => {
    const id = nextId++
    waiting.set(id, resolve)
    tell({ type: 'ask', id, method, input })
  })

/** What the test asks of the stand-in. */
const answers = {
  calls: () => calls,
  variables: () => Object.keys(process.env),
  async protocol({ url }) {
    const response = await protocolHandler(new Request(url))
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: Buffer.from(await response.arrayBuffer()).toString('base64'),
    }
  },
  beforeRequest: ({ url }) => new Promise((resolve) => (beforeRequest === null ? resolve({}) : beforeRequest({ url }, resolve))),
  permission: ({ permission }) => new Promise((resolve) => permissionHandler(null, permission, resolve)),
  async ipc({ windowId, channel, args, url, isTop }) {
    const handler = ipcHandlers.get(channel)
    try {
      if (handler === undefined) throw new Error(`No handler registered for '${channel}'`)
      const sender = windows.get(windowId)?.webContents ?? null
      return { value: (await handler({ sender, senderFrame: { url, parent: isTop ? null : {} } }, ...args)) ?? null }
    } catch (error) {
      return { error: String(error) }
    }
  },
  contents({ windowId, event, url }) {
    let isPrevented = false
    windows.get(windowId)?.webContents.emit(event, { url, preventDefault: () => (isPrevented = true) })
    return { isPrevented }
  },
  windowOpen: ({ windowId, url }) => windows.get(windowId)?.webContents.openHandler?.({ url }) ?? { action: 'allow' },
  closeWindow: ({ windowId }) => void windows.get(windowId)?.close(),
  windowEvent: ({ windowId, event }) => void windows.get(windowId)?.emit(event),
  appEvent: ({ event, args = [] }) => void app.emit(event, { preventDefault() {} }, ...args),
  menu: () => JSON.parse(JSON.stringify(menu)),
  chooseMenu({ label }) {
    const all = (items) => items.flatMap((item) => [item, ...all(item.submenu ?? [])])
    const item = all(menu).find((one) => one.label === label)
    if (item?.click === undefined) throw new Error(`no menu item "${label}" with an action`)
    item.click()
  },
  /** A key of the menus, as Electron has it: taken before the page sees it. Answers whether there is such a one. */
  pressKey({ accelerator }) {
    const all = (items) => items.flatMap((item) => [item, ...all(item.submenu ?? [])])
    const item = all(menu).find((one) => one.accelerator === accelerator)
    item?.click?.()
    return item?.click !== undefined
  },
  quit: () => void app.quit(),
  crashEngine: () => engineProcess.kill('SIGKILL'),
  focus: ({ isFront }) => void [...windows.values()].forEach((window) => (window.isFront = isFront)),
}

process.on('message', async (message) => {
  if (message.type === 'answer') {
    waiting.get(message.id)?.(message.value)
    return void waiting.delete(message.id)
  }
  const value = await answers[message.method](message.input ?? {})
  tell({ type: 'answer', id: message.id, value: value ?? null })
})
process.on('disconnect', () => process.exit(9))

const onlyBeforeReady = (name) => {
  if (isReady) throw new Error(`${name} has to be called before the app is ready`)
}

class App extends EventEmitter {
  isPackaged = process.env.STAND_IN_PACKAGED === '1'
  name = 'Electron'
  paths = {}
  commandLine = {
    appendSwitch(name, value) {
      onlyBeforeReady('appendSwitch')
      note('appendSwitch', name, value)
    },
  }
  isQuitting = false
  ready = new Promise((resolve) => setImmediate(() => setImmediate(resolve))).then(() => {
    isReady = true
    note('ready')
    this.emit('ready')
  })

  whenReady = () => this.ready
  setName = (name) => note('setName', (this.name = name))
  getName = () => this.name
  getVersion = () => '0.1.0'
  getAppPath = () => fileURLToPath(new URL('../../..', import.meta.url))
  setAppUserModelId = (id) => note('setAppUserModelId', id)
  setPath(name, path) {
    note('setPath', name)
    this.paths[name] = path
  }
  getPath = (name) => this.paths[name] ?? process.env.ROLLCALL_HOME
  setBadgeCount = (count) => note('setBadgeCount', count)
  enableSandbox() {
    onlyBeforeReady('enableSandbox')
    note('enableSandbox')
  }
  /** By a file in the folder of user data, as the real one does by a socket there. */
  requestSingleInstanceLock() {
    note('requestSingleInstanceLock')
    const folder = this.getPath('userData')
    mkdirSync(folder, { recursive: true })
    const [lock, knock] = [join(folder, 'stand-in.lock'), join(folder, 'stand-in.knock')]
    const owner = existsSync(lock) ? Number(readFileSync(lock, 'utf8')) : 0
    if (owner > 0 && isAlive(owner)) {
      writeFileSync(knock, JSON.stringify({ argv: process.argv, folder: process.cwd(), at: Date.now() }))
      return false
    }
    writeFileSync(lock, String(process.pid))
    watchFile(knock, { interval: 100, persistent: false }, () => {
      if (!existsSync(knock)) return
      const { argv, folder: cwd } = JSON.parse(readFileSync(knock, 'utf8'))
      this.emit('second-instance', {}, argv, cwd)
    })
    process.on('exit', () => rmSync(lock, { force: true }))
    return true
  }
  quit() {
    note('quit')
    this.isQuitting = true
    this.emit('before-quit', event())
    const open = [...windows.values()]
    for (const window of open) window.close()
    if (windows.size === 0) this.leave()
  }
  leave() {
    const leaving = event()
    this.emit('will-quit', leaving)
    if (leaving.isPrevented) return
    this.emit('quit', {}, 0)
    this.exit(0)
  }
  exit(code) {
    note('exit', code)
    if (!process.connected) return process.exit(code)
    process.send({ type: 'exit', code, calls }, () => process.exit(code))
  }
}

const event = () => ({
  isPrevented: false,
  preventDefault() {
    this.isPrevented = true
  },
})

function isAlive(pid) {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

class WebContents extends EventEmitter {
  constructor(window) {
    super()
    this.window = window
    this.openHandler = null
  }
  setWindowOpenHandler(handler) {
    this.openHandler = handler
  }
  session = {
    setPermissionRequestHandler() {},
    setPermissionCheckHandler() {},
    setDevicePermissionHandler() {},
    webRequest: { onBeforeRequest() {} },
  }
  printToPDF = async () => Buffer.from(await ask('printToPDF', { path: this.window.file }), 'base64')
  reload() {
    note('reload')
    tell({ type: 'reload', windowId: this.window.id })
  }
  executeJavaScript = (code) => ask('executeJavaScript', { windowId: this.window.id, code })
  setWebRTCIPHandlingPolicy(policy) {
    note('setWebRTCIPHandlingPolicy', policy)
  }
  send(channel, ...args) {
    if (this.window.isGone) throw new TypeError('Object has been destroyed')
    tell({ type: 'send', windowId: this.window.id, channel, args })
  }
}

export class BrowserWindow extends EventEmitter {
  static getAllWindows = () => [...windows.values()]
  isGone = false
  isSmall = false
  isLarge = false
  isFront = true

  constructor(options) {
    super()
    if (!isReady) throw new Error('Cannot create BrowserWindow before app is ready')
    const { preload, ...preferences } = options.webPreferences ?? {}
    this.id = nextId++
    this.options = options
    this.webContents = new WebContents(this)
    windows.set(this.id, this)
    note('BrowserWindow', { ...options, webPreferences: preferences })
    // One that just prints is no page that a test sees.
    if (preload === undefined) return
    this.made = ask('newWindow', {
      windowId: this.id,
      preload: readFileSync(preload, 'utf8'),
      width: options.width,
      height: options.height,
    })
  }
  async loadFile(path) {
    note('loadFile', path)
    this.file = path
  }
  destroy() {
    this.isGone = true
    windows.delete(this.id)
  }
  async loadURL(url) {
    note('loadURL', url)
    await this.made
    await ask('loadURL', { windowId: this.id, url })
    this.emit('ready-to-show')
  }
  show = () => note('show')
  focus = () => note('focus')
  restore = () => ((this.isSmall = false), note('restore'))
  minimize = () => (this.isSmall = true)
  maximize = () => (this.isLarge = true)
  isMinimized = () => this.isSmall
  isMaximized = () => this.isLarge
  isFocused = () => this.isFront
  isVisible = () => true
  isDestroyed = () => this.isGone
  getNormalBounds = () => ({ x: 10, y: 20, width: this.options.width, height: this.options.height })
  setProgressBar = (share, options) => note('setProgressBar', share, options)
  flashFrame = (isOn) => note('flashFrame', isOn)
  close() {
    if (this.isGone) return
    const closing = event()
    this.emit('close', closing)
    if (closing.isPrevented) return
    this.isGone = true
    windows.delete(this.id)
    tell({ type: 'windowClosed', windowId: this.id })
    this.emit('closed')
    if (windows.size > 0) return
    if (app.isQuitting) app.leave()
    else app.emit('window-all-closed')
  }
}

export const app = new App()
export const dialog = {
  showOpenDialog: (_window, options) => ask('dialog', { kind: 'open', options }),
  showSaveDialog: (_window, options) => ask('dialog', { kind: 'save', options }),
  showMessageBox: (_window, options) => ask('dialog', { kind: 'message', options }),
  showErrorBox: (title, content) => tell({ type: 'errorBox', title, content }),
}
export const ipcMain = {
  handle(channel, handler) {
    if (ipcHandlers.has(channel)) throw new Error(`Attempted to register a second handler for '${channel}'`)
    ipcHandlers.set(channel, handler)
  },
  removeHandler: (channel) => void ipcHandlers.delete(channel),
}
export const Menu = { buildFromTemplate: (template) => template, setApplicationMenu: (template) => void (menu = template) }
export const protocol = {
  registerSchemesAsPrivileged(schemes) {
    onlyBeforeReady('registerSchemesAsPrivileged')
    note('registerSchemesAsPrivileged', schemes)
  },
  handle(scheme, handler) {
    note('protocol.handle', scheme)
    protocolHandler = handler
  },
}
/** A process of Node's, to which `process.parentPort` is what Electron's has. */
class UtilityProcess extends EventEmitter {
  constructor(path, args, { env, execArgv = [], serviceName }) {
    super()
    note('utilityProcess.fork', serviceName)
    const entry = new URL('./utility-port.mjs', import.meta.url).href
    this.child = fork(path, args, {
      env,
      execArgv: [...execArgv, '--import', entry],
      serialization: 'advanced',
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    this.child.on('message', (message) => this.emit('message', message))
    this.child.once('spawn', () => this.emit('spawn'))
    this.child.once('exit', (code) => this.emit('exit', code ?? 1))
    engineProcess = this.child
  }
  postMessage = (message) => this.child.connected && this.child.send(message)
  kill = () => this.child.kill()
}
let engineProcess = null
export const utilityProcess = { fork: (path, args = [], options = {}) => new UtilityProcess(path, args, options) }
/** Seals by turning around, which is enough to tell sealed from plain. */
export const safeStorage = {
  isAsyncEncryptionAvailable: async () => process.env.STAND_IN_SEALS !== '0',
  encryptStringAsync: async (text) => Buffer.from(`sealed:${[...text].reverse().join('')}`),
  decryptStringAsync: async (sealed) => ({
    result: [...sealed.toString().replace(/^sealed:/, '')].reverse().join(''),
    shouldReEncrypt: false,
  }),
  getSelectedStorageBackend: () => 'gnome_libsecret',
}
export const screen = { getAllDisplays: () => [{ workArea: { x: 0, y: 0, width: 1600, height: 1000 } }] }
export const session = {
  defaultSession: {
    setPermissionRequestHandler: (handler) => void (permissionHandler = handler),
    setPermissionCheckHandler: (handler) => note('setPermissionCheckHandler', handler()),
    setDevicePermissionHandler: (handler) => note('setDevicePermissionHandler', handler()),
    webRequest: { onBeforeRequest: (listener) => void (beforeRequest = listener) },
    resolveProxy: async (url) => {
      note('resolveProxy', url)
      return process.env.STAND_IN_PROXY ?? 'DIRECT'
    },
  },
  fromPartition: (name) => ({ name }),
}
/** What leaves over Electron's own HTTP, such as updates. */
export const net = {
  request({ session: _session, redirect: _redirect, ...options }) {
    note('net.request', options.path)
    return request(options)
  },
}
export const autoUpdater = new EventEmitter()
export const shell = {
  showItemInFolder: (path) => note('showItemInFolder', path),
  openExternal: async (url) => note('openExternal', url),
}
export const clipboard = { writeText: (text) => note('clipboard', text) }
export const powerSaveBlocker = {
  start: (kind) => (note('powerSaveBlocker.start', kind), 1),
  stop: (id) => note('powerSaveBlocker.stop', id),
}
export class Notification extends EventEmitter {
  static isSupported = () => true
  constructor(options) {
    super()
    this.options = options
  }
  show = () => note('Notification', this.options)
}
