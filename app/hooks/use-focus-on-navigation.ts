import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** Moves focus to the content after a client-side navigation, so that screen readers start there as after a page load. */
export function useFocusOnNavigation() {
  const ref = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const shownPath = useRef(pathname)

  useEffect(() => {
    if (shownPath.current === pathname) return
    shownPath.current = pathname
    ref.current?.focus({ preventScroll: true })
  }, [pathname])

  return ref
}
