import type { DatabaseAddress } from '#server/platform/database/connection.ts'
import { type Listening, listen } from '#server/platform/database/listen.ts'

/** Work that the database asks for on a channel. */
export interface NotifiedWork {
  channel: string
  work(): Promise<void>
  onError(error: unknown): void
}

/**
 * Runs each work on every notification of its channel, and once listening begins, all over one connection. Notifications during a run are
 * coalesced into one further run.
 */
export async function runOnNotify(
  address: DatabaseAddress,
  works: readonly NotifiedWork[],
): Promise<Listening> {
  const runs = new Map(works.map((one) => [one.channel, coalesce(one)]))
  const listening = await listen(address, [...runs.keys()], {
    onPayload: (_payload, channel) => runs.get(channel)?.start(),
    onListening() {
      for (const run of runs.values()) run.start()
    },
    purpose: 'work',
  })
  return {
    async stop() {
      await listening.stop()
      await Promise.all([...runs.values()].map((run) => run.stop()))
    },
  }
}

function coalesce({ work, onError }: NotifiedWork): { start(): void; stop(): Promise<void> } {
  let working: Promise<void> | null = null
  let hasMore = false

  async function workAll(): Promise<void> {
    while (hasMore) {
      hasMore = false
      await work().catch(onError)
    }
  }

  return {
    start() {
      hasMore = true
      working ??= workAll().finally(() => {
        working = null
      })
    },
    async stop() {
      hasMore = false
      await working
    },
  }
}
