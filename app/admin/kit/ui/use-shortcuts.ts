import { useEffect, useRef } from 'react'

interface Shortcut {
  /** In lowercase, as in `event.key`. */
  key: string
  alt?: boolean
  shift?: boolean
  run: () => void
}

/** Keys with Ctrl, or Cmd on a Mac, that work on the whole page. While a dialog is open they do nothing. */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  const latest = useRef(shortcuts)
  useEffect(() => {
    latest.current = shortcuts
  })
  useEffect(() => {
    function listen(event: KeyboardEvent) {
      const pressed = latest.current.find((shortcut) => isPressed(event, shortcut))
      if (!pressed) return
      event.preventDefault()
      if (!event.repeat && !document.querySelector('[role=dialog]')) pressed.run()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}

function isPressed(event: KeyboardEvent, { key, alt = false, shift = false }: Shortcut): boolean {
  if (!(event.ctrlKey || event.metaKey) || event.altKey !== alt || event.shiftKey !== shift) return false
  // With Alt, a Mac types another character.
  return event.key.toLowerCase() === key || (alt && event.code.slice(3).toLowerCase() === key)
}
