import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createClient } from '@supabase/supabase-js'
import {
  IMPORT_BUCKET,
  IMPORT_PART_BYTES,
  type ImportRecord,
  type ImportState,
} from '#core/domain/site-import.ts'
import { createTemporaryFolder } from '../../tests/support/temporary-folder.ts'
import { median, memoryOf, publishableKey, signInAsEditor, startSite } from '../support/site.ts'

const PORT = 44_600
const [posts = 10_000] = process.argv.slice(3).map(Number)
const origin = `http://127.0.0.1:${PORT}`
/** Pages that readers ask for meanwhile, as many as a second. */
const PAGES = ['/', '/article/why-small-models-keep-getting-better', '/tech', '/?lang=de']
const EVERY_MS = 50
const BEFORE_MS = 10_000

/** Imports an export of WordPress as the desk does, and says how long it takes, in how much memory, and what readers notice. */
const folder = createTemporaryFolder('bench-import')
const site = await startSite({ dataDir: join(folder, 'data'), port: PORT })
const pid = site.child.pid ?? 0
try {
  const key = await publishableKey(origin)
  const token = await signInAsEditor(origin)
  const client = createClient(origin, key, {
    auth: { persistSession: false },
    accessToken: async () => token,
  })
  const call = async <Answer>(name: string, body: object): Promise<Answer> => {
    const { data, error } = await client.functions.invoke<Answer>(name, { body })
    if (error || !data) throw error ?? new Error(`${name} has returned nothing`)
    return data
  }
  const until = async (id: string, states: ImportState[]): Promise<ImportRecord> => {
    for (;;) {
      const record = await call<ImportRecord>('find-import', { id })
      if (states.includes(record.state)) return record
      if (record.state === 'failed') throw new Error(record.problem ?? 'It failed')
      await delay(500)
    }
  }
  const file = Buffer.from(exportOf(posts))
  console.log(`an export of ${(file.length / 1_000_000).toFixed(0)} MB with ${posts} posts`)
  const idle = await watch(delay(BEFORE_MS))
  console.log(`before: pages in ${idle.page.toFixed(2)} ms, ${idle.memory.toFixed(0)} MB`)
  const { id } = await call<{ id: string }>('begin-import', {
    name: 'harbour.WordPress.2026-11-01.xml',
    size: file.length,
    format: null,
  })
  for (let part = 0; part * IMPORT_PART_BYTES < file.length; part++) {
    const content = new Blob([file.subarray(part * IMPORT_PART_BYTES, (part + 1) * IMPORT_PART_BYTES)])
    const { error } = await client.storage.from(IMPORT_BUCKET).upload(`${id}/${part}`, content)
    if (error) throw error
  }
  const choices = { language: 'en', section: 'news', drafts: false, site: null, terms: [] }
  const step = async (what: string, work: Promise<unknown>) => {
    const started = performance.now()
    const { page, memory } = await watch(work)
    const seconds = (performance.now() - started) / 1_000
    console.log(
      `${what}: ${seconds.toFixed(1)} s, ${(memory - idle.memory).toFixed(0)} MB above, pages ${(page / idle.page).toFixed(2)} ×`,
    )
  }
  await call('read-import', { id })
  await step('dry run', until(id, ['planned']))
  await call('run-import', { id, choices })
  await step('import', until(id, ['done']))
  console.log(JSON.stringify((await call<ImportRecord>('find-import', { id })).report))
  await call('undo-import', { id })
  await step('undoing it', until(id, ['undone']))
  console.log(JSON.stringify((await call<ImportRecord>('find-import', { id })).undone))
} finally {
  await site.stop()
  await rm(folder, { recursive: true, force: true })
}

/** What readers and the machine notice while work is under way: the median time of a page, and the most memory. */
async function watch(work: Promise<unknown>): Promise<{ page: number; memory: number }> {
  const times: number[] = []
  let memory = 0
  let isOver = false
  const end = work.finally(() => {
    isOver = true
  })
  for (let n = 0; !isOver; n++) {
    const began = performance.now()
    await (await fetch(origin + PAGES[n % PAGES.length])).arrayBuffer()
    times.push(performance.now() - began)
    memory = Math.max(memory, await memoryOfAll(pid))
    await delay(EVERY_MS)
  }
  await end
  return { page: median(times), memory }
}

/** Megabytes of the server and of the processes that it has started, without those of PostgreSQL. */
async function memoryOfAll(root: number): Promise<number> {
  const children = await readFile(`/proc/${root}/task/${root}/children`, 'utf8').catch(() => '')
  const below = children.trim().split(' ').filter(Boolean).map(Number)
  const own = await readFile(`/proc/${root}/comm`, 'utf8').catch(() => 'postgres')
  if (own.startsWith('postgres')) return 0
  const parts = await Promise.all([
    memoryOf(root)
      .then(({ share }) => share)
      .catch(() => 0),
    ...below.map(memoryOfAll),
  ])
  return parts.reduce((sum, part) => sum + part, 0)
}

function exportOf(count: number): string {
  const paragraph =
    '<!-- wp:paragraph -->\n<p>Ships come into the <strong>harbour</strong> at dawn, and <a href="https://example.com/market">the market</a> opens with <em>fish</em>, bread and 42 kinds of cheese from the hills.</p>\n<!-- /wp:paragraph -->\n\n'
  const heading = '<!-- wp:heading -->\n<h2>What it costs</h2>\n<!-- /wp:heading -->\n\n'
  const list = '<!-- wp:list -->\n<ul><li>Cod</li><li>Herring</li></ul>\n<!-- /wp:list -->\n\n'
  const text = (paragraph.repeat(6) + heading + paragraph.repeat(6) + list).repeat(1)
  const items = Array.from({ length: count }, (_, n) => {
    const day = new Date(Date.UTC(2015, 0, 1) + n * 8 * 3_600_000).toISOString()
    return `<item><title>Number ${n} about harbours</title><link>https://harbour.example/${day.slice(0, 4)}/number-${n}/</link><dc:creator><![CDATA[writer${n % 20}]]></dc:creator><content:encoded><![CDATA[${text}<!-- wp:paragraph --><p>See <a href="https://harbour.example/?p=${((n * 7) % count) + 1}">another one</a> of ${n}.</p><!-- /wp:paragraph -->]]></content:encoded><excerpt:encoded><![CDATA[]]></excerpt:encoded><wp:post_id>${n + 1}</wp:post_id><wp:post_name><![CDATA[number-${n}]]></wp:post_name><wp:post_type>post</wp:post_type><wp:status>publish</wp:status><wp:post_date_gmt>${day.slice(0, 19).replace('T', ' ')}</wp:post_date_gmt><category domain="category" nicename="c${n % 12}"><![CDATA[Category ${n % 12}]]></category></item>`
  })
  return `<?xml version="1.0"?><rss version="2.0" xmlns:wp="http://wordpress.org/export/1.2/" xmlns:excerpt="http://wordpress.org/export/1.2/excerpt/" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel><title>Harbour</title><link>https://harbour.example</link><language>en-US</language><wp:wxr_version>1.2</wp:wxr_version><wp:base_site_url>https://harbour.example</wp:base_site_url><wp:base_blog_url>https://harbour.example</wp:base_blog_url>${items.join('')}</channel></rss>`
}
