import { rm } from 'node:fs/promises'
import { createClient } from '@supabase/supabase-js'
import type { Client } from '#core/data/client.ts'
import type { Database } from '#core/data/database.ts'
import {
  findMediaByName,
  listMedia,
  listUsingArticles,
  type MediaListOptions,
} from '#core/data/media-files.ts'
import { connect } from '#server/platform/database/connection.ts'
import { joinEmbeddedPostgres } from '#server/platform/database/embedded/embedded-postgres.ts'
import { createTemporaryFolder } from '../../tests/support/temporary-folder.ts'
import { median, publishableKey, signInAsEditor, startSite } from '../support/site.ts'

const PORT = 43_262
const ARTICLES = 60_000
const FILES = 12_000
const ROUNDS = 7

/** One picture is in a twentieth of all articles, as a standing illustration of a series. */
const POPULAR = 'articles/0-popular.jpg'

const NEWEST: MediaListOptions = {
  search: '',
  use: null,
  described: null,
  sort: { by: 'uploaded_at', descending: true },
  page: 1,
  pageSize: 24,
}

/** How long the library takes with twelve thousand pictures in sixty thousand articles and all their earlier versions. */
const dataDir = createTemporaryFolder('bench-media')
const site = await startSite({ dataDir, port: PORT, settings: { DEMO: '0' } })
const origin = `http://127.0.0.1:${PORT}`
const token = await signInAsEditor(origin)
const client: Client = createClient<Database>(origin, await publishableKey(origin), {
  accessToken: async () => token,
})
const sql = connect(await joinEmbeddedPostgres(dataDir))
await fill()

const questions: [name: string, ask: () => Promise<unknown>][] = [
  ['the newest pictures', () => listMedia(client, NEWEST)],
  ['page 200', () => listMedia(client, { ...NEWEST, page: 200 })],
  ['those that nothing uses', () => listMedia(client, { ...NEWEST, use: 'none' })],
  ['those only in old versions', () => listMedia(client, { ...NEWEST, use: 'past' })],
  ['those without an alt text', () => listMedia(client, { ...NEWEST, described: false })],
  ['a search', () => listMedia(client, { ...NEWEST, search: 'harbour 77' })],
  ['a search for two letters', () => listMedia(client, { ...NEWEST, search: 'ha' })],
  ['where one picture is used', () => findMediaByName(client, 'articles/77-a.jpg')],
  ['where a picture in 3,000 articles is used', () => findMediaByName(client, POPULAR)],
  ['the articles with it', () => listUsingArticles(client, POPULAR)],
]
for (const [name, ask] of questions) console.log(`${name}: ${(await time(ask)).toFixed(1)} ms`)

for (const [name, body] of [
  ['100 kB without a picture', 'Words and more words. '.repeat(4_600)],
  [
    '100 kB with 20 pictures',
    `${'Words. '.repeat(700)}![](/storage/v1/object/public/article-images/articles/1-a.jpg) `.repeat(20),
  ],
  [
    '1 MB of nothing but pictures',
    '![](/storage/v1/object/public/article-images/articles/1-a.jpg) '.repeat(16_000),
  ],
] as const) {
  console.log(
    `finding the pictures in ${name}: ${(await time(() => sql`select private.pictures_in(${body})`)).toFixed(1)} ms`,
  )
}

await sql.end()
await site.stop()
await rm(dataDir, { recursive: true, force: true })

async function time(ask: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const started = performance.now()
    await ask()
    times.push(performance.now() - started)
  }
  return median(times)
}

/** Articles of a line each, because what a list takes does not depend on their length; and their pictures. */
async function fill(): Promise<void> {
  await sql.script(`
    alter table public.articles disable trigger user;
    insert into public.articles (slug, language, title, excerpt, content, category, published)
    select 'story-' || n, 'en', 'Story ' || n, 'Excerpt', 'Text', 'tech', n % 10 <> 0 from generate_series(1, ${ARTICLES}) as n;
    alter table public.articles enable trigger user;
    insert into storage.objects (bucket_id, name, version, metadata, created_at)
    select 'article-images', 'articles/' || n || '-a.jpg', gen_random_uuid(),
      '{"eTag": "\\"0123456789abcdef0123\\"", "size": 200000, "mimetype": "image/jpeg"}'::jsonb, now() - n * interval '1 minute'
    from generate_series(1, ${FILES - 1}) as n
    union all select 'article-images', '${POPULAR}', gen_random_uuid(), '{"size": 200000}'::jsonb, now() - interval '1 year';
    update public.media_files set alts = jsonb_build_object('en', 'The harbour ' || split_part(name, '-', 1), 'de', 'Der Hafen im Nebel am Morgen'),
      credit = 'Nora Nordhaven' where hashtext(name) % 3 <> 0;
    insert into public.media_uses (name, kind, source_id, article_id)
    select 'articles/' || 1 + n % ${FILES - 2000} || '-a.jpg', kind, id, id
    from (select id, row_number() over (order by slug) as n from public.articles) as article,
      unnest(array['hero', 'content', 'revision']) as kind
    union all
    select 'articles/' || ${FILES - 2000} + n % 1000 || '-a.jpg', 'revision', id, id
    from (select id, row_number() over (order by slug) as n from public.articles) as article where n % 5 = 0
    union all
    select '${POPULAR}', 'hero', id, id
    from (select id, row_number() over (order by slug) as n from public.articles) as article where n % 20 = 0
    on conflict do nothing;
  `)
  await sql`vacuum (analyze) public.articles, public.media_files, public.media_uses, storage.objects`
}
