import type { LucideIcon } from 'lucide-react'
import * as Toolbar from 'radix-ui/toolbar'
import { t } from '#app/admin/kit/messages.ts'

interface ToolbarButtonProps {
  label: string
  icon: LucideIcon
  shortcut?: string | undefined
  /** For buttons that switch something on and off. */
  pressed?: boolean | undefined
  disabled?: boolean
  onClick: () => void
}

export const TOOLBAR_BUTTON =
  'inline-flex h-9 min-w-8 items-center justify-center gap-1 rounded-sm px-1.5 text-soft transition-colors hover:bg-wash hover:text-ink focus-visible:-outline-offset-2 disabled:pointer-events-none disabled:opacity-50 aria-pressed:bg-wash aria-pressed:text-ink data-[state=open]:bg-wash'

export function ToolbarButton({
  label,
  icon: Icon,
  shortcut,
  pressed,
  disabled,
  onClick,
}: ToolbarButtonProps) {
  return (
    <Toolbar.Button
      type="button"
      {...describeButton(label, shortcut)}
      aria-pressed={pressed}
      disabled={disabled}
      // The text keeps its focus and what is selected in it.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onClick}
      className={TOOLBAR_BUTTON}
    >
      <Icon aria-hidden size={17} />
    </Toolbar.Button>
  )
}

export function describeButton(label: string, shortcut?: string) {
  if (!shortcut) return { 'aria-label': label, title: label }
  const { shown, aria } = describeShortcut(shortcut)
  return { 'aria-label': label, title: `${label} (${shown})`, 'aria-keyshortcuts': aria }
}

/** `Mod-Shift-x` as people and as screen readers know it. */
export function describeShortcut(shortcut: string): { shown: string; aria: string } {
  const isMac = /Mac|iP(?:hone|ad|od)/.test(navigator.platform)
  const names = isMac ? MAC : OTHERS
  const keys = shortcut.split('-')
  const shown = keys.map((key) => names.get(key) ?? (key.length === 1 ? key.toUpperCase() : key))
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
