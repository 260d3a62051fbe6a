import { useState } from 'react'

/**
 * For a dialog that is rendered only while it is open: what to do when it closes. Focus goes back to what had it, because
 * Radix gives it to a trigger only, and these dialogs have none.
 */
export function useReturnFocus(focusAfter?: React.RefObject<HTMLElement | null>): (event: Event) => void {
  const [before] = useState(() => document.activeElement)
  return (event) => {
    event.preventDefault()
    if (focusAfter?.current) return focusAfter.current.focus()
    // A new page may have taken it meanwhile.
    const isFree = document.activeElement === document.body
    if (isFree && before instanceof HTMLElement) before.focus()
  }
}
