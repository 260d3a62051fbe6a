import { FunctionsHttpError } from '@supabase/supabase-js'
import type { Client } from '#core/data/client.ts'
import type { DemoState, RemovedDemo } from '#core/domain/demo.ts'

/** What is there of the demo. @throws when the caller is not allowed to, or the request failed */
export async function readDemo(client: Client): Promise<DemoState> {
  const { data, error } = await client.functions.invoke<DemoState>('read-demo', { method: 'GET' })
  if (error) throw error
  if (!data) throw new TypeError('The function has returned nothing')
  return data
}

/**
 * Removes the demo, but for what somebody has worked on. Returns a sentence when that is refused: the name is not that of the
 * publication, or the demo is in use.
 */
export async function removeDemo(client: Client, siteName: string): Promise<RemovedDemo | string> {
  const { data, error } = await client.functions.invoke<RemovedDemo>('remove-demo', {
    body: { site_name: siteName },
  })
  if (error instanceof FunctionsHttpError && [400, 409].includes(error.context.status)) {
    const body: unknown = await error.context.json().catch(() => null)
    if (typeof body === 'object' && body !== null && 'error' in body) return String(body.error)
  }
  if (error) throw error
  if (!data) throw new TypeError('The function has returned nothing')
  return data
}
