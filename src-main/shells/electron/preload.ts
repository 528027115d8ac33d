import { contextBridge, ipcRenderer, type IpcRendererEvent, webUtils } from 'electron'
import type { RollcallBridge, ShellWord } from '../bridge.ts'
import { askChannel, type BridgeAsk, type BridgeAsks, eventChannel, shellChannel } from './bridge-channels.ts'

const ask = <A extends BridgeAsk>(method: A, input: BridgeAsks[A]['input']): Promise<BridgeAsks[A]['output']> =>
  ipcRenderer.invoke(askChannel, method, input)

const bridge: RollcallBridge = {
  call: (procedure, input, account) => ask('call', { procedure, input, account }),
  on(event, listener) {
    const receive = (_: IpcRendererEvent, name: string, payload: unknown) => name === event && listener(payload)
    ipcRenderer.on(eventChannel, receive)
    return () => void ipcRenderer.off(eventChannel, receive)
  },
  openFile: () => ask('openFile', null),
  pathOfFile(file) {
    const path = webUtils.getPathForFile(file)
    void ask('noteDropped', { path })
    return path
  },
  chooseFolder: () => ask('chooseFolder', null),
  chooseSavePath: (suggestedName) => ask('chooseSavePath', { suggestedName }),
  saveReportPdf: (runId, suggestedName) => ask('saveReportPdf', { runId, suggestedName }),
  showInFolder: async (path) => void (await ask('showInFolder', { path })),
  onShell(listener) {
    const receive = (_: IpcRendererEvent, told: ShellWord) => listener(told)
    ipcRenderer.on(shellChannel, receive)
    return () => void ipcRenderer.off(shellChannel, receive)
  },
}

contextBridge.exposeInMainWorld('rollcall', bridge)
