import { randomUUID } from 'node:crypto'
import { loadavg } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { createClient } from '@supabase/supabase-js'
import { addNote } from '#core/data/article-notes.ts'
import type { Database } from '#core/data/database.ts'
import { median } from '../support/site.ts'
import { type Person, SECRET_KEY } from './people.ts'

const NOTES = 51
/** A pause between two notes, so that each is measured alone. */
const PAUSE_MS = 50

/** How long it takes until a note of the first of these people has reached all of them, each with a session and a connection. */
export async function measureLiveDesks(origin: string, people: Person[]): Promise<void> {
  const service = createClient<Database>(origin, SECRET_KEY, { auth: { persistSession: false } })
  const { data: article } = await service
    .from('articles')
    .select('id')
    .eq('slug', 'en-500')
    .single()
    .throwOnError()
  const ids = new Set(people.map(({ id }) => id))
  const rows = [...ids].map((id) => ({ article_id: article.id, user_id: id }))
  await service.from('article_people').insert(rows).throwOnError()
  let heard = 0
  let onAll = () => {}
  for (const { client } of people) {
    await client.realtime.setAuth()
    const channel = client.channel('desk')
    const filter = `article_id=eq.${article.id}`
    channel.on(
      'postgres_changes',
      { event: 'INSERT', schema: 'public', table: 'article_notes', filter },
      () => {
        heard += 1
        if (heard === people.length) onAll()
      },
    )
    await new Promise<void>((resolve, reject) => {
      channel.subscribe((status, error) => (status === 'SUBSCRIBED' ? resolve() : reject(error)))
    })
  }
  const [writer] = people
  if (!writer) throw new Error('Somebody must write')
  const times: number[] = []
  for (let note = 0; note < NOTES; note += 1) {
    heard = 0
    const arrived = new Promise<void>((resolve) => {
      onAll = resolve
    })
    const started = performance.now()
    await addNote(writer.client, {
      id: randomUUID(),
      articleId: article.id,
      body: `Note ${note}`,
    })
    await arrived
    times.push(performance.now() - started)
    await delay(PAUSE_MS)
  }
  console.log(
    `until the last of ${people.length} desks has a note: ${median(times).toFixed(0)} ms, at most ${Math.max(...times).toFixed(0)} ms, load ${loadavg()[0]?.toFixed(1)}`,
  )
  for (const { client } of people) await client.realtime.disconnect()
}
