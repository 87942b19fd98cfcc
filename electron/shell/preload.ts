import { contextBridge, ipcRenderer, type IpcRendererEvent } from 'electron'
import type { Bridge, Channel, NewsChannel } from '../../shared/ipc.ts'

/** A page that got into the window by some other way gets no more than these names. */
const CHANNELS: Readonly<Record<Channel, true>> = {
  'sign-in-ticket': true,
  notify: true,
  'save-file': true,
  'set-theme': true,
  'open-external': true,
  'app-info': true,
  'keep-view': true,
  'recall-view': true,
}
const NEWS: Readonly<Record<NewsChannel, true>> = { command: true, open: true }

const bridge: Bridge = {
  ask: (channel, argument) =>
    Object.hasOwn(CHANNELS, channel) ? ipcRenderer.invoke(channel, argument) : Promise.reject(new Error('There is no such channel')),
  on: (channel, listener) => {
    if (!Object.hasOwn(NEWS, channel)) throw new Error('There is no such channel')
    const hear = (_event: IpcRendererEvent, news: string): void => listener(news)
    ipcRenderer.on(channel, hear)
    return () => void ipcRenderer.off(channel, hear)
  },
}
contextBridge.exposeInMainWorld('watchpost', bridge)
