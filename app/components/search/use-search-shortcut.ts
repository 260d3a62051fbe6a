import { useEffect } from 'react'

/** Opens the search on `/`, unless the reader is typing, and on Ctrl-K or Cmd-K anywhere. */
export function useSearchShortcut(open: () => void): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || event.altKey) return
      const isCommand = event.ctrlKey || event.metaKey
      const isShortcut = isCommand ? event.key === 'k' : event.key === '/' && !isTyping(event.target)
      if (!isShortcut || document.querySelector('dialog:modal')) return
      event.preventDefault()
      open()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [open])
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input, textarea, select, [role=textbox]'))
  )
}
