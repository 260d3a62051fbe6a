import { useCallback, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** Returns a function that makes the next navigation leave the focus where it is, instead of moving it to the page. */
export function useKeptFocus(): () => void {
  const { key } = useLocation()
  const focused = useRef<Element | null>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after each navigation
  useEffect(() => {
    const element = focused.current
    focused.current = null
    // After the effect that moves the focus to the page, and before a key that is pressed next: it would be lost there.
    if (element instanceof HTMLElement) queueMicrotask(() => element.focus({ preventScroll: true }))
  }, [key])

  return useCallback(() => {
    focused.current = document.activeElement
  }, [])
}
