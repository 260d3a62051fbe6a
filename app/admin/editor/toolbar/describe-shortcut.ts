import { t } from '#app/admin/messages.ts'

/** `Mod-Shift-x` as people and as screen readers know it. */
export function describeShortcut(shortcut: string): { shown: string; aria: string } {
  const isMac = /Mac|iP(?:hone|ad|od)/.test(navigator.platform)
  const names = isMac ? MAC : OTHERS
  const keys = shortcut.split('-')
  const shown = keys.map((key) => names.get(key) ?? key.toUpperCase())
  const aria = keys.map((key) => (key === 'Mod' ? (isMac ? 'Meta' : 'Control') : key))
  return { shown: shown.join(isMac ? '' : '+'), aria: aria.join('+') }
}

const MAC = new Map([
  ['Mod', '⌘'],
  ['Shift', '⇧'],
  ['Alt', '⌥'],
])
const OTHERS = new Map([
  ['Mod', t('editor.key.control')],
  ['Shift', t('editor.key.shift')],
  ['Alt', t('editor.key.alt')],
])
