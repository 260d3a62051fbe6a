import { useEffect } from 'react'
import { useLocation } from 'react-router'

/**
 * Moves focus to the part of the page that the address names, or to the field of a search, so that a command for it leads
 * whoever cannot see there too.
 */
export function useFocusOnHash(): void {
  const { hash, key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same address again is another navigation
  useEffect(() => {
    const part = hash ? document.getElementById(hash.slice(1)) : null
    const target = part?.localName === 'search' ? part.querySelector('input') : part
    target?.focus({ preventScroll: true })
  }, [hash, key])
}
