import { callFunction } from '#core/data/call-function.ts'
import type { Client } from '#core/data/client.ts'
import type { DemoState, RemovedDemo } from '#core/domain/demo.ts'

/** The state of the demo. @throws when the caller is not allowed to, or the request failed */
export async function readDemo(client: Client): Promise<DemoState> {
  const { data, error } = await client.functions.invoke<DemoState>('read-demo', { method: 'GET' })
  if (error) throw error
  if (!data) throw new TypeError('The function has returned nothing')
  return data
}

/**
 * Removes the demo, except the stories on which somebody has worked. Returns a sentence when that is refused: the name is not that of the
 * publication, or the demo is in use.
 */
export async function removeDemo(client: Client, siteName: string): Promise<RemovedDemo | string> {
  const answer = await callFunction<RemovedDemo>(client, 'remove-demo', { site_name: siteName }, [400, 409])
  return answer.status === 'refused' ? answer.message : answer.data
}
