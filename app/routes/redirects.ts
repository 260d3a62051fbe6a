import { redirect } from 'react-router'

/**
 * Sends readers to the only place that an address can mean now. If something else is published that it can mean as well, it no longer leads
 * there, so the response must not be stored.
 */
export function foundElsewhere(path: string): Response {
  return redirect(path, { status: 302, headers: { 'cache-control': 'no-cache' } })
}

/**
 * Sends readers and search engines to the new address of a moved page. Browsers must ask again each time: they cache a bare 301 for ever,
 * and if something is renamed back, the two that they cached would lead in a circle.
 */
export function movedPermanently(path: string): Response {
  return redirect(path, { status: 301, headers: { 'cache-control': 'no-cache' } })
}
