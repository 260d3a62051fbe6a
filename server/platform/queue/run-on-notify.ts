import type { DatabaseAddress } from '#server/platform/database/connection.ts'
import { type Listening, listen } from '#server/platform/database/listen.ts'

/**
 * Runs `work` on each notification of a channel, and once listening begins. Notifications during a run are coalesced into one further run.
 */
export async function runOnNotify(
  address: DatabaseAddress,
  channel: string,
  {
    work,
    onError,
    purpose = 'translations',
  }: {
    work(): Promise<void>
    onError(error: unknown): void
    purpose?: 'translations' | 'newsletter' | 'webhooks'
  },
): Promise<Listening> {
  let working: Promise<void> | null = null
  let hasMore = false

  function start(): void {
    hasMore = true
    working ??= workAll().finally(() => {
      working = null
    })
  }
  async function workAll(): Promise<void> {
    while (hasMore) {
      hasMore = false
      await work().catch(onError)
    }
  }

  const listening = await listen(address, channel, {
    onPayload: start,
    onListening: start,
    purpose,
  })
  return {
    async stop() {
      await listening.stop()
      hasMore = false
      await working
    },
  }
}
