import { randomUUID } from 'node:crypto'
import type { RealtimeChannel } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client } from '#core/data/client.ts'
import { type ContractProject, openContractProject } from './contract-project.ts'

let project: ContractProject
const clients: Client[] = []

beforeAll(async () => {
  project = await openContractProject()
})
afterAll(async () => {
  for (const client of clients) await client.realtime.disconnect()
  await project.stop()
})

function client(caller: 'anonymous' | 'reader' | 'administrator' | 'service'): Client {
  const made = project.as(caller)
  clients.push(made)
  return made
}

function subscribed(channel: RealtimeChannel): Promise<string> {
  return new Promise((resolve) => {
    channel.subscribe((status, error) => resolve(error ? `${status}: ${error.message}` : status))
  })
}

const article = () => ({
  slug: `${project.runId}-${randomUUID()}`,
  title: 'Title',
  excerpt: 'Excerpt',
  content: 'Text',
  category: 'tech',
})

test('an administrator hears what is inserted, updated and deleted', async () => {
  const heard: unknown[] = []
  const channel = client('administrator')
    .channel(`desk ${randomUUID()}`)
    .on('postgres_changes', { event: '*', schema: 'public', table: 'articles' }, (change) => heard.push(change))
  expect(await subscribed(channel)).toBe('SUBSCRIBED')
  const row = article()
  const service = client('service')
  const { data } = await service.from('articles').insert(row).select('*').single().throwOnError()
  await service.from('articles').update({ title: 'Another' }).eq('id', data.id).throwOnError()
  await service.from('articles').delete().eq('id', data.id).throwOnError()
  await expect.poll(() => heard.length).toBe(3)
  console.log(heard)
})
