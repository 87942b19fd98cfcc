import { execFile } from 'node:child_process'

/**
 * Whether this desktop shows tray icons. Windows and macOS do; on Linux somebody must answer to the name of the icons' host on the session bus, which plain GNOME does not.
 */
export function hasTray(platform: NodeJS.Platform): Promise<boolean> {
  if (platform !== 'linux') return Promise.resolve(true)
  const bus = 'org.freedesktop.DBus'
  const question = [
    'call',
    '--session',
    '--dest',
    bus,
    '--object-path',
    '/org/freedesktop/DBus',
    '--method',
    `${bus}.NameHasOwner`,
    'org.kde.StatusNotifierWatcher',
  ]
  return new Promise((resolve) => execFile('gdbus', question, { timeout: 2000 }, (error, answer) => resolve(!error && answer.includes('true'))))
}
