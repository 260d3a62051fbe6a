/** Remembers a value for this visit; null forgets it. Returns false in a browser that blocks storage for this site, which throws. */
export function remember(key: string, value: string | null): boolean {
  try {
    if (value === null) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, value)
    return true
  } catch {
    return false
  }
}

/** Reads a value of this visit; null in a browser that blocks storage. */
export function remembered(key: string): string | null {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}
