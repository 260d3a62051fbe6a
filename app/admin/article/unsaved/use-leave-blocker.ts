import { useEffect } from 'react'
import { type Blocker, useBlocker } from 'react-router'
import { LOGIN_PATH } from '#app/admin/sign-in/admin-path.ts'

/**
 * Stops a page with unsaved work from being left, until it is asked what to do, and makes the browser ask before the tab is closed.
 * With `search`, another query of the same page counts as leaving. Logging out has ended the session already, and is only stopped
 * with `logout`.
 */
export function useLeaveBlocker(
  isUnsaved: () => boolean,
  { search = false, logout = false }: { search?: boolean; logout?: boolean } = {},
): Blocker {
  const blocker = useBlocker(({ currentLocation: from, nextLocation: to }) => {
    // First, because it may bring what was typed last into what is kept.
    const isDirty = isUnsaved()
    const isLeft = from.pathname !== to.pathname || (search && from.search !== to.search)
    return isDirty && isLeft && (logout || to.pathname !== LOGIN_PATH)
  })
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => isUnsaved() && event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isUnsaved])
  return blocker
}
