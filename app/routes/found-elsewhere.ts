import { redirect } from 'react-router'

/**
 * Sends readers to the only place that an address can mean now. If something else is published that it can mean as well, it no longer leads
 * there, so the response must not be stored.
 */
export function foundElsewhere(path: string): Response {
  return redirect(path, { status: 302, headers: { 'cache-control': 'no-cache' } })
}
