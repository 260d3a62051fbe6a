import { useEffect } from 'react'
import { useLocation } from 'react-router'

/**
 * Moves focus to the part of the page that the address names, or to the field of a search, so that a command for it leads
 * whoever cannot see there too. A part that is still being loaded is waited for, until somebody does something else.
 */
export function useFocusOnHash(): void {
  const { hash, key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same address again is another navigation
  useEffect(() => {
    if (!hash || focusOn(hash)) return
    const waiting = new MutationObserver(() => {
      if (!focusOn(hash)) return
      document.getElementById(hash.slice(1))?.scrollIntoView()
      waiting.disconnect()
    })
    waiting.observe(document.body, { childList: true, subtree: true })
    const stop = () => waiting.disconnect()
    for (const event of EVENTS) document.addEventListener(event, stop)
    return () => {
      stop()
      for (const event of EVENTS) document.removeEventListener(event, stop)
    }
  }, [hash, key])
}

const EVENTS = ['pointerdown', 'keydown', 'wheel']

function focusOn(hash: string): boolean {
  const part = document.getElementById(hash.slice(1))
  const target = part?.localName === 'search' ? part.querySelector('input') : part
  target?.focus({ preventScroll: true })
  return part !== null
}
