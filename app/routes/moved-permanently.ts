import { redirect } from 'react-router'

/**
 * Sends readers and search engines to the new address of what was here. Browsers must ask again each time: they cache
 * a bare 301 for ever, and where something is renamed back, the two that they cached would lead in a circle.
 */
export function movedPermanently(path: string): Response {
  return redirect(path, { status: 301, headers: { 'cache-control': 'no-cache' } })
}
