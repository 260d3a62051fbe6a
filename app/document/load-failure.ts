/** Dispatched when the browser could not load what it needs; the router dispatches it too (scripts/vite/replace-router-parts.ts). */
export const LOAD_FAILURE_EVENT = 'loadfailure'

/**
 * What was being loaded: `true` for a navigation, a path for what would lead there; null for the code of a page, which may only have
 * been loaded ahead.
 */
export type LoadFailure = true | string | null

/** Reports that something could not be loaded; returns whether connection-watch.ts takes care of it. */
export function reportLoadFailure(detail: LoadFailure): boolean {
  return !dispatchEvent(new CustomEvent(LOAD_FAILURE_EVENT, { cancelable: true, detail }))
}
