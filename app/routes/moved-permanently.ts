import { redirect } from 'react-router'

/**
 * Sends readers and search engines to the new address of a moved page. Browsers must ask again each time: they cache a bare 301 for ever,
 * and if something is renamed back, the two that they cached would lead in a circle.
 */
export function movedPermanently(path: string): Response {
  return redirect(path, { status: 301, headers: { 'cache-control': 'no-cache' } })
}
