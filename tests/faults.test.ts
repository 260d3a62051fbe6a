import { createClient, FunctionsHttpError } from '@supabase/supabase-js'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { describeError } from '#app/admin/kit/errors/describe-error.ts'
import { describeUploadError, UploadError } from '#app/admin/media/upload-image.ts'
import { findAutosaveProblem } from '#app/admin/stories/unsaved/autosave.ts'
import type { Database } from '#core/data/database.ts'
import { MEDIA_BUCKET } from '#core/data/media-files.ts'
import { savePage } from '#core/data/pages.ts'
import { saveArticle } from '#core/data/save-article.ts'
import { DISK_RESERVE_BYTES } from '#server/platform/disk/files.ts'
import { endFault, hasFault, listFaults } from '#server/platform/faults/faults.ts'
import { createLog } from '#server/platform/log.ts'
import { textLine } from '#server/platform/log-line.ts'
import { ADMIN, startTestApp, type TestApp } from './support/app.ts'
import { addArticle, anArticle } from './support/articles.ts'
import { inspectImage, paintImage } from './support/images.ts'
import { startUnreliableS3 } from './support/s3.ts'

let app: TestApp
let s3: Awaited<ReturnType<typeof startUnreliableS3>>
const errors: string[] = []
const DISK_FULL =
  'The disk of the server is full or nearly full, and nothing was stored. Somebody who runs the server has to make room first.'

beforeAll(async () => {
  s3 = await startUnreliableS3()
  const log = createLog('warn', {
    format: (event) => {
      if (event.level === 'error') errors.push(textLine(event))
      return ''
    },
  })
  app = await startTestApp({ s3: s3.config, log })
  await addArticle(app.service(), anArticle({ title: 'Before', slug: 'before' }))
})
afterAll(async () => {
  await app.stop()
  await s3.stop()
})
afterEach(() => {
  for (const kind of ['storage', 'disk'] as const) endFault(kind)
  // A fault has its own line, and nothing else may write another one about it.
  expect(errors.splice(0)).toEqual([])
})

async function get(path: string) {
  const response = await fetch(app.url + path)
  const { status, headers } = response
  return { status, retryAfter: headers.get('retry-after'), bytes: await response.arrayBuffer() }
}

/** A picture of another width each time, because equal bytes share their variants. */
let width = 640
const upload = async (name: string) => {
  const files = (await app.administrator()).storage.from(MEDIA_BUCKET)
  const blob = new Blob([(await paintImage('jpeg', { width: width++ })) as never], { type: 'image/jpeg' })
  const { error } = await files.upload(name, blob)
  return error as (Error & { status?: number; statusCode?: string; code?: string }) | null
}

test.each([
  'refuse',
  'cut',
  { status: 500, body: 'Oops' },
  { status: 200, body: '<p>Please sign in' },
] as const)(
  'while S3 does not work (%j) readers get the pictures that were made, and everything else afterwards',
  async (how) => {
    const name = `articles/${crypto.randomUUID()}.jpg`
    expect(await upload(name)).toBeNull()
    const original = `/storage/v1/object/public/${MEDIA_BUCKET}/${name}`
    const [made, notYet] = [`/images/avif/400${original}`, `/images/webp/400${original}`]
    expect((await get(made)).status).toBe(200)

    s3.misbehave(how)
    expect((await get(made)).status).toBe(200)
    expect(await get(notYet)).toMatchObject({ status: 503, retryAfter: '5' })
    expect(hasFault('storage')).toBe(true)
    expect((await get('/article/before')).status).toBe(200)
    const isRefused = how === 'refuse' || (how !== 'cut' && how.status === 500)
    if (isRefused) {
      expect(await get(original)).toMatchObject({ status: 503, retryAfter: '5' })
      const error = await upload(`articles/${crypto.randomUUID()}.jpg`)
      expect(error).toMatchObject({ status: 503 })
      const { description } = describeUploadError(new UploadError(String(error?.code), 503))
      expect(description).toBe(
        'The server cannot be reached right now. Nothing is lost: try again in a moment.',
      )
    }

    s3.behave()
    const variant = await get(notYet)
    expect((await inspectImage(variant.bytes)).width).toBe(400)
    expect((await get(original)).status).toBe(200)
    expect(await upload(`articles/${crypto.randomUUID()}.jpg`)).toBeNull()
    expect(hasFault('storage')).toBe(false)
  },
)

test('while the database or the server is away an editor who saves is told so, and saves afterwards', async () => {
  const UNREACHABLE = 'The server cannot be reached right now. Please try again in a moment.'
  const client = await app.administrator()
  const { data } = await client
    .from('articles')
    .select('id, updated_at')
    .eq('slug', 'before')
    .single()
    .throwOnError()
  const save = (by = client) =>
    saveArticle(by, { id: data.id, since: data.updated_at, values: { subtitle: 'Saved' } })
  const pageOf = (by = client) =>
    savePage(by, {
      slug: 'imprint',
      language: 'en',
      values: { title: 'Imprint', description: '', content: 'Us.' } as never,
      since: null,
    })
  const sentence = (work: Promise<unknown>) => work.then(() => 'done', describeError)
  await app.database.cut()
  expect(await sentence(save())).toBe(UNREACHABLE)
  expect(await sentence(pageOf())).toBe(UNREACHABLE)
  await app.database.restore()
  const nowhere = createClient<Database>('http://127.0.0.1:9', 'key', { auth: { persistSession: false } })
  expect(await sentence(save(nowhere))).toBe(UNREACHABLE)
  await expect.poll(() => sentence(save())).toBe('done')
})

test('while the disk of the database is full, the desk says so, and readers are served', async () => {
  const { sql } = app.database
  const client = await app.administrator()
  await sql.script(`
    create function private.disk_is_full() returns trigger language plpgsql as $$
    begin
      raise exception 'could not extend file "base/16384/2613": No space left on device' using errcode = '53100';
    end $$;
    create trigger disk_is_full before insert or update on public.articles execute function private.disk_is_full();
    create trigger disk_is_full before insert or update on public.newsletter_subscribers execute function private.disk_is_full();
    create trigger disk_is_full before insert or update on public.working_copies execute function private.disk_is_full();
    create trigger disk_is_full before insert or update on auth.sessions execute function private.disk_is_full()`)

  const saved = await client.from('articles').update({ title: 'After' }).eq('slug', 'before')
  expect(saved.error).toMatchObject({ code: '53100' })
  expect(saved.error?.message).not.toContain('base/')
  expect(describeError(saved.error)).toBe(DISK_FULL)
  expect(await findAutosaveProblem(saved.error)).toBe('failed')
  expect(hasFault('disk')).toBe(true)
  expect(listFaults().find(({ kind }) => kind === 'disk')?.error).toBe(
    'a disk of the server has no room left for it (53100)',
  )

  const signedIn = await app.anonymous().auth.signInWithPassword(ADMIN)
  expect(signedIn.error?.status).toBe(507)
  expect(describeError(signedIn.error)).toBe(DISK_FULL)

  const body = { email: 'ada@example.org', language: 'en' }
  const added = await client.functions.invoke('add-subscriber', { body })
  expect(added.error).toBeInstanceOf(FunctionsHttpError)
  expect(describeError(added.error)).toBe(DISK_FULL)

  expect((await get('/article/before')).status).toBe(200)
  expect((await get('/search?q=before')).status).toBe(200)

  for (const table of [
    'public.articles',
    'public.newsletter_subscribers',
    'public.working_copies',
    'auth.sessions',
  ])
    await sql.script(`drop trigger disk_is_full on ${table}`)
  expect((await client.from('articles').update({ title: 'After' }).eq('slug', 'before')).error).toBeNull()
})

test('while a disk is low, what grows is refused in one sentence, and everything else goes on', async () => {
  const { sql } = app.database
  const client = await app.administrator()
  const { id } = await addArticle(app.service(), anArticle({ slug: 'gone', published: false }))
  const setFree = (bytes: number) => sql`
    insert into private.processes as p (id, host, folder, pid, role, version, started_at, memory_bytes, disk_free_bytes)
    values ('00000000-0000-4000-8000-000000000001', 'here', '/', 1, 'everything', '1', now(), 1, ${bytes})
    on conflict (id) do update set disk_free_bytes = excluded.disk_free_bytes, seen_at = now()`
  const copy = { id: crypto.randomUUID(), article_id: id, since: null, form: { title: 'Typed' } }
  const grow = {
    save: () => client.from('articles').update({ content: 'Longer' }).eq('id', id),
    'save of a program': () => app.service().from('articles').update({ content: 'Longer' }).eq('id', id),
    'new article': () => client.from('articles').insert(anArticle({ slug: 'new' })),
    'unsaved form': () => client.from('working_copies').insert(copy),
    idea: () => client.from('ideas').insert({ title: 'A harbour' }),
    note: () =>
      client.rpc('add_note', { p_id: crypto.randomUUID(), p_article_id: id, p_body: 'Look at this.' }),
  }
  await setFree(DISK_RESERVE_BYTES - 1)
  for (const [what, work] of Object.entries(grow)) {
    const { error, status } = await work()
    expect([what, status, error?.code]).toEqual([what, 507, '53100'])
    expect(error?.message).toBe(
      'There is no room on a disk of the server. Nothing was stored. Its operator has to make room.',
    )
    expect(describeError(error)).toBe(DISK_FULL)
  }
  const refused = await upload(`articles/${crypto.randomUUID()}.jpg`)
  expect(refused).toMatchObject({ status: 507, code: 'InsufficientStorage' })
  expect(hasFault('disk')).toBe(true)

  expect((await app.anonymous().auth.signInWithPassword(ADMIN)).error).toBeNull()
  expect((await get('/article/before')).status).toBe(200)
  expect(
    (await client.from('articles').update({ published: false }).eq('slug', 'before').select('id')).data,
  ).toHaveLength(1)
  expect((await client.from('articles').delete().eq('id', id).select('id')).data).toHaveLength(1)
  const { data } = await app.anonymous().rpc('subscribe_newsletter', { p_email: 'bo@example.org' })
  expect(data).toMatchObject({ success: true })

  await setFree(DISK_RESERVE_BYTES)
  expect((await client.from('articles').insert(anArticle({ slug: 'new' }))).error).toBeNull()
  expect(await upload(`articles/${crypto.randomUUID()}.jpg`)).toBeNull()
})
