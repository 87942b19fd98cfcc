import type { BrowserWindow, Menu, NativeImage, Tray, nativeImage } from 'electron'
import { drawIcon } from './icon.ts'
import type { Life } from './life.ts'
import { trayMenuOf, type MenuActions } from './menu.ts'
import { trayLine, trayStateOf } from './tray-state.ts'

export interface TrayParts {
  readonly Tray: typeof Tray
  readonly Menu: Pick<typeof Menu, 'buildFromTemplate'>
  readonly nativeImage: Pick<typeof nativeImage, 'createEmpty'>
  readonly platform: NodeJS.Platform
}

/** Puts the state of the core into the tray. The result is called on each change. */
export function createTray(parts: TrayParts, actions: Pick<MenuActions, 'open' | 'quit'>): (life: Life) => void {
  const imageOf = (life: Life): NativeImage => {
    const image = parts.nativeImage.createEmpty()
    for (const scaleFactor of [1, 2, 3])
      image.addRepresentation({ scaleFactor, buffer: drawIcon(trayStateOf(life), 16 * scaleFactor, parts.platform === 'darwin') })
    if (parts.platform === 'darwin') image.setTemplateImage(true)
    return image
  }
  const tray = new parts.Tray(imageOf({ state: 'starting' }))
  // On Linux a click means different things on different desktops: there everything is in the menu.
  if (parts.platform === 'win32') tray.on('click', actions.open)
  return (life) => {
    tray.setImage(imageOf(life))
    tray.setToolTip(`Watchpost — ${trayLine(life)}`)
    tray.setContextMenu(parts.Menu.buildFromTemplate(trayMenuOf(life, actions)))
  }
}

/** Brings the window to the front, wherever it was. */
export function showWindow(window: Pick<BrowserWindow, 'isMinimized' | 'restore' | 'show' | 'focus'>): void {
  if (window.isMinimized()) window.restore()
  window.show()
  window.focus()
}
