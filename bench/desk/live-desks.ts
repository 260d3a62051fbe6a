import { setTimeout as delay } from 'node:timers/promises'
import { createClient } from '@supabase/supabase-js'
import type { Database } from '#core/data/database.ts'
import { median } from '../support/site.ts'
import { type Person, SECRET_KEY } from './people.ts'

const CHANGES = 51
/** A pause between two changes, so that each is measured alone. */
const PAUSE_MS = 50

/** How long it takes until five people, each with a session and a connection of their own, have a change of who has an article. */
export async function measureLiveDesks(origin: string, people: Person[]): Promise<void> {
  const service = createClient<Database>(origin, SECRET_KEY, { auth: { persistSession: false } })
  const { data: article } = await service
    .from('articles')
    .select('id')
    .eq('slug', 'en-500')
    .single()
    .throwOnError()
  const rows = people.map(({ id }) => ({ article_id: article.id, user_id: id }))
  await service.from('article_people').insert(rows).throwOnError()
  let heard = 0
  let onAll = () => {}
  for (const { client } of people) {
    await client.realtime.setAuth()
    const channel = client.channel('desk')
    const filter = `article_id=eq.${article.id}`
    channel.on(
      'postgres_changes',
      { event: 'UPDATE', schema: 'public', table: 'article_workflow', filter },
      () => {
        heard += 1
        if (heard === people.length) onAll()
      },
    )
    await new Promise<void>((resolve, reject) => {
      channel.subscribe((status, error) => (status === 'SUBSCRIBED' ? resolve() : reject(error)))
    })
  }
  const times: number[] = []
  for (let change = 0; change < CHANGES; change += 1) {
    heard = 0
    const arrived = new Promise<void>((resolve) => {
      onAll = resolve
    })
    const started = performance.now()
    await service
      .from('article_workflow')
      .update({ next_task: `Change ${change}` })
      .eq('article_id', article.id)
      .throwOnError()
    await arrived
    times.push(performance.now() - started)
    await delay(PAUSE_MS)
  }
  console.log(
    `until the last of ${people.length} desks has a change: ${median(times).toFixed(0)} ms, at most ${Math.max(...times).toFixed(0)} ms`,
  )
  for (const { client } of people) await client.realtime.disconnect()
}
