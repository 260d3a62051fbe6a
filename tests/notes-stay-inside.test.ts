import { randomUUID } from 'node:crypto'
import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { addNote, suggestChanges } from '#core/data/article-notes.ts'
import { searchArticles } from '#core/data/search.ts'
import { openPlace } from '#server/features/backup/testing/open-place.ts'
import { createExport } from '#server/features/export/create-export.ts'
import { writeFolder } from '#server/features/export/write-folder.ts'
import { ROOT } from '#server/platform/root.ts'
import { startTestApp } from './support/app.ts'
import { addArticle, anArticle, aTranslation } from './support/articles.ts'
import { createTemporaryFolder } from './support/temporary-folder.ts'

const MARKER = 'zanzibar-quill-note'
/** What may name the table: the desk, its data, and the lists of what `/rest/v1` and live updates offer. */
const READERS =
  /^(?:app\/admin\/|core\/data\/(?:article-notes|database(?:\.types)?)\.ts$|core\/domain\/article-note\.ts$|server\/supabase\/(?:rest\/catalog\/exposed|realtime\/changes\/announced-tables)\.ts$)/

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

test('no page, feed, search, interface or export has a word of a note or a suggestion', async () => {
  const app = await startTestApp()
  const folder = createTemporaryFolder('notes')
  onTestFinished(async () => {
    await app.stop()
    await rm(folder, { recursive: true, force: true })
  })
  const service = app.service()
  const original = await addArticle(service, anArticle())
  const translation = await addArticle(service, aTranslation(original, 'fr'))
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
    const changes = [{ id: randomUUID(), anchor, replacement: MARKER }]
    await suggestChanges(admin, { articleId, changes, sentWith: randomUUID(), body: MARKER })
  }
  const anonymous = app.anonymous()
  expect((await anonymous.from('article_notes').select('*')).error?.code).toBe('42501')
  expect((await anonymous.from('articles').select('*, article_notes(*)')).data).toBeNull()
  expect(await searchArticles(anonymous, { query: MARKER, language: 'en', page: 1 } as never)).toMatchObject({
    total: 0,
  })

  const { slug } = original
  const paths = [
    ...[
      '/',
      '/?lang=fr',
      '/news',
      `/article/${slug}`,
      `/article/${translation.slug}?lang=fr`,
      `/article/${slug}.md`,
    ],
    ...['/feeds/en.xml', '/feeds/fr.xml', '/feeds/en.json', '/sitemap.xml', '/news-sitemap.xml', '/llms.txt'],
  ]
  for (const path of paths) {
    const answer = await fetch(app.url + path)
    expect(answer.status, path).toBe(200)
    expect(await answer.text(), path).not.toContain(MARKER)
  }

  const { source } = openPlace(app.database, folder)
  const into = join(folder, 'export')
  await createExport(source, (entries) => writeFolder(into, entries), {
    withSubscribers: true,
    signal: new AbortController().signal,
  })
  const files = (await readdir(into, { recursive: true, withFileTypes: true })).filter((entry) =>
    entry.isFile(),
  )
  expect(files.length).toBeGreaterThan(2)
  for (const { parentPath, name } of files)
    expect(await readFile(join(parentPath, name), 'utf8'), name).not.toContain(MARKER)
})
