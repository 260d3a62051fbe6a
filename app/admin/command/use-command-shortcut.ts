import { useLayoutEffect } from 'react'

/** Opens and closes the command bar on Ctrl-K or Cmd-K, over any page of the desk but not over another dialog. */
export function useCommandShortcut(isOpen: boolean, onOpenChange: (open: boolean) => void): void {
  // Not after the paint: who sees the desk may already press the keys.
  useLayoutEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      const isShortcut = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey
      if (!isShortcut || event.key.toLowerCase() !== 'k' || event.isComposing || event.defaultPrevented)
        return
      event.preventDefault()
      if (isOpen || !document.querySelector('[role=dialog]')) onOpenChange(!isOpen)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [isOpen, onOpenChange])
}
