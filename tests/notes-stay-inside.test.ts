import { randomUUID } from 'node:crypto'
import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addNote, suggestChanges } from '#core/data/article-notes.ts'
import { searchArticles } from '#core/data/search.ts'
import { TOKEN_SCOPES } from '#core/domain/access-token.ts'
import { WEBHOOK_EVENTS } from '#core/domain/webhook.ts'
import { openPlace } from '#server/features/backup/testing/open-place.ts'
import { createExport } from '#server/features/export/create-export.ts'
import { writeFolder } from '#server/features/export/write-folder.ts'
import { createMirror } from '#server/features/mirror/create-mirror.ts'
import { ROOT } from '#server/platform/root.ts'
import { clientWith, insertAccessToken } from './support/access-tokens.ts'
import { ADMIN, startTestApp, type TestApp } from './support/app.ts'
import { addArticle, anArticle, aTranslation } from './support/articles.ts'
import { connectAssistant } from './support/assistant.ts'
import { startTestJobs, untilJobsAreDone } from './support/jobs.ts'
import { mintToken } from './support/mint-token.ts'
import { type ModelInput, type ModelServer, startModelServer } from './support/model-server.ts'
import { sharedResource } from './support/shared-resources.ts'
import { createTemporaryFolder } from './support/temporary-folder.ts'
import { TEST_SECRETS } from './support/test-settings.ts'

const MARKER = 'zanzibar-quill-note'
/** The files that may name the table: the desk, its data, and the lists of what `/rest/v1` and live updates offer. */
const READERS =
  /^(?:app\/admin\/|core\/data\/(?:article-notes|database(?:\.types|-rows|-calls)?)\.ts$|core\/domain\/article-note\.ts$|server\/supabase\/(?:rest\/catalog\/exposed|realtime\/changes\/announced-tables)\.ts$)/

test('nothing but the desk names the table of notes', async () => {
  const named: string[] = []
  for (const folder of ['app', 'core', 'server', 'scripts']) {
    const files = await readdir(join(ROOT, folder), { recursive: true })
    for (const file of files.filter((name) => /\.tsx?$/.test(name) && !/\.test\.|\/testing\//.test(name))) {
      const path = `${folder}/${file}`
      if (/article_notes|ArticleNote\b/.test(await readFile(join(ROOT, path), 'utf8'))) named.push(path)
    }
  }
  expect(named).not.toEqual([])
  expect(named.filter((path) => !READERS.test(path))).toEqual([])
})

describe('of notes and suggestions on published articles, nobody but the desk gets a word:', () => {
  const folder = createTemporaryFolder('notes')
  const { signal } = new AbortController()
  let app: TestApp
  let model: ModelServer
  let original: Awaited<ReturnType<typeof addArticle>>
  let translation: typeof original

  beforeAll(async () => {
    model = await startModelServer()
    const { baseUrl } = model
    app = await startTestApp({
      ai: { provider: 'openai-compatible', model: 'test-model', baseUrl, key: null, variables: [] },
    })
    const service = app.service()
    original = await addArticle(
      service,
      anArticle({ publish_date: new Date(Date.now() - 3_600_000).toISOString() }),
    )
    translation = await addArticle(service, aTranslation(original, 'fr'))
    const admin = await app.administrator()
    for (const articleId of [original.id, translation.id]) {
      const anchor = {
        field: 'content',
        quote: 'open',
        length: 4,
        prefix: 'is ',
        suffix: '.',
        start: null,
      } as const
      await addNote(admin, { id: randomUUID(), articleId, body: MARKER, anchor })
      const changes = (['title', 'subtitle', 'excerpt', 'content'] as const).map((field) => ({
        id: randomUUID(),
        anchor: { ...anchor, field },
        replacement: MARKER,
      }))
      await suggestChanges(admin, { articleId, changes, sentWith: randomUUID(), body: MARKER })
    }
  })
  beforeEach(() => {
    model.calls.length = 0
  })
  afterAll(async () => {
    await app.stop()
    await model.stop()
    await rm(folder, { recursive: true, force: true })
  })

  const post = async (name: string, body: object) => {
    const authorization = `Bearer ${await mintToken(app.database.sql, ADMIN.email)}`
    const headers = { apikey: TEST_SECRETS.publishableKey, 'content-type': 'application/json', authorization }
    const answer = await fetch(`${app.url}/functions/v1/${name}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    const text = await answer.text()
    expect([name, answer.status, text]).toEqual([name, 200, expect.not.stringContaining(MARKER)])
    return JSON.parse(text)
  }
  const expectModelKnowsNothing = (task: string) => {
    expect(model.calls.map(({ input }) => input.task)).toContain(task)
    expect(JSON.stringify(model.calls)).not.toContain(MARKER)
  }

  test('pages, feeds, sitemaps, search and the interface of readers', async () => {
    const anonymous = app.anonymous()
    expect((await anonymous.from('article_notes').select('*')).error?.code).toBe('42501')
    expect((await anonymous.from('articles').select('*, article_notes(*)')).data).toBeNull()
    const found = await searchArticles(anonymous, { query: MARKER, language: 'en', page: 1 } as never)
    expect(found).toMatchObject({ total: 0 })
    const { slug } = original
    const pages = ['/', '/?lang=fr', '/news', `/article/${slug}`, `/article/${translation.slug}?lang=fr`]
    const texts = [`/article/${slug}.md`, '/sitemap.xml', '/news-sitemap.xml', '/llms.txt', '/openapi.json']
    const feeds = ['/feeds/en.xml', '/feeds/fr.xml', '/feeds/en.json']
    for (const path of [...pages, ...texts, ...feeds]) {
      const answer = await fetch(app.url + path)
      expect(answer.status, path).toBe(200)
      expect(await answer.text(), path).not.toMatch(`${MARKER}|article_notes`)
    }
  })

  test('exports', async () => {
    const { source } = openPlace(app.database, folder)
    const into = join(folder, 'export')
    await createExport(source, (entries) => writeFolder(into, entries), { withSubscribers: true, signal })
    const files = await readdir(into, { recursive: true, withFileTypes: true })
    const written = files.filter((entry) => entry.isFile())
    expect(written.length).toBeGreaterThan(2)
    for (const { parentPath, name } of written)
      expect(await readFile(join(parentPath, name), 'utf8'), name).not.toContain(MARKER)
  })

  test('the static mirror', async () => {
    const { services, stop } = await startTestJobs(app.database, { siteUrl: app.url, works: false })
    const { loadPages } = await import((await sharedResource('build')).entry)
    const { sql, settings, imageSource } = services
    const summary = { pages: 0, files: 0, missing: [], failed: [], audioLeftOut: 0 }
    const deps = {
      ...{ sql, imageSource, siteUrl: app.url, settings: settings.current(), pages: await loadPages() },
      ...{ publishableKey: TEST_SECRETS.publishableKey, fetch: (request: Request) => fetch(request) },
    }
    const paths: string[] = []
    for await (const { path, content } of createMirror(deps, { summary, signal })) {
      paths.push(path)
      expect(Buffer.from(content as string).includes(MARKER), path).toBe(false)
    }
    await stop()
    expect(paths.join()).toContain(`article/${original.slug}`)
  })

  test('webhooks', async () => {
    const { sql } = app.database
    await sql`
      insert into public.webhooks (url, events)
      values ('https://hooks.example/', ${JSON.stringify(WEBHOOK_EVENTS)}::jsonb)`
    await app.service().from('articles').update({ excerpt: 'Again.' }).eq('id', original.id).throwOnError()
    const deliveries = await sql`select * from public.webhook_deliveries`
    expect(deliveries).not.toEqual([])
    expect(JSON.stringify(deliveries)).not.toContain(MARKER)
    await sql`delete from public.webhooks`
  })

  test('assistants and access tokens', async () => {
    const token = await insertAccessToken(app.database.sql, { scopes: [...TOKEN_SCOPES] })
    const program = clientWith(app, token)
    expect((await program.from('article_notes').select('*')).error?.code).toBe('42501')
    expect((await program.rpc('may_write_article', { p_article_id: original.id })).error).not.toBeNull()
    const { call } = await connectAssistant(app, { token })
    const { id, slug } = original
    const asked: [string, Record<string, unknown>][] = [
      ['search_articles', { query: 'open' }],
      ['read_article', { slug }],
      ['list_week', {}],
      ['list_drafts', {}],
      ['read_draft', { id }],
      ['read_draft', { id: translation.id }],
      ['check_draft', { id }],
      ['read_translations', { id }],
    ]
    for (const [tool, input] of asked) {
      const { isError, text } = await call(tool, input)
      expect([tool, isError, text]).toEqual([tool, false, expect.any(String)])
      expect(text, tool).not.toContain(MARKER)
    }
  })

  test('the model that translates, and the review of what it wrote', async () => {
    const articleId = original.id
    await post('translate-article', { articleId, targetLanguages: ['de'] })
    await untilJobsAreDone(app.database.sql)
    expectModelKnowsNothing('translate')
    model.calls.length = 0
    const { revision } = await post('read-translation-review', { articleId, language: 'fr' })
    await post('ask-translation-segment', { articleId, language: 'fr', revision, position: 0, hint: '' })
    expectModelKnowsNothing('translate')
  })

  test('the model that writes the newsletter, and its mails', async () => {
    model.answerWith(({ articles = [] }: ModelInput) => ({
      ...{ subject: 'The harbour', preheader: 'Ships wait', introduction: 'Good morning.' },
      items: articles.map(({ id }: { id: string }) => ({ article_id: id, section: 'top', summary: 'Ships' })),
    }))
    const { issueId } = await post('generate-newsletter', { daysBack: 7 })
    expectModelKnowsNothing('newsletter')
    await post('send-newsletter', { issueId, testEmail: 'reader@example.org' })
    const mails = await app.database.sql`select * from public.outbox_mails`
    expect(mails).not.toEqual([])
    expect(JSON.stringify(mails)).not.toContain(MARKER)
  })
})
