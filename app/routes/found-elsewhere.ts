import { redirect } from 'react-router'

/**
 * Sends readers to the only place that an address can mean now. When something else is published that it means as well, it
 * leads there no longer, so the answer must not be stored.
 */
export function foundElsewhere(path: string): Response {
  return redirect(path, { status: 302, headers: { 'cache-control': 'no-cache' } })
}
