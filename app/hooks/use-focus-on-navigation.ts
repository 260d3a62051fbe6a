import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** After a change of page, focus goes to its content, as it would have after a page load. */
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
