import { randomUUID } from 'node:crypto'
import type { Client } from '#core/data/client.ts'
import { subscribed } from './realtime-app.ts'

type Change = { eventType: string; new: Record<string, unknown>; old: Record<string, unknown> } & Record<
  string,
  unknown
>

/** Subscribes to changes, and returns what is heard. */
export async function hear(
  client: Client,
  options: {
    event?: '*' | 'INSERT' | 'UPDATE' | 'DELETE'
    table?: string
    filter?: string
    select?: string[]
  } = {},
) {
  const heard: Change[] = []
  const channel = client
    .channel(randomUUID())
    .on(
      'postgres_changes' as never,
      { event: '*', schema: 'public', table: 'articles', ...options },
      (change: Change) => heard.push(change),
    )
  const status = await subscribed(channel)
  return { heard, status, channel }
}
