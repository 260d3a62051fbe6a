import { useCallback, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** Returns a function that makes the next navigation leave the focus where it is. */
export function useFocusAcrossNavigation(): () => void {
  const { key } = useLocation()
  const focused = useRef<Element | null>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after each navigation
  useEffect(() => {
    const element = focused.current
    focused.current = null
    // Runs after the effect that moves the focus to the page, and before the next key event.
    if (element instanceof HTMLElement) queueMicrotask(() => element.focus({ preventScroll: true }))
  }, [key])

  return useCallback(() => {
    focused.current = document.activeElement
  }, [])
}
