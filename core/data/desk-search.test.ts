import { afterAll, beforeAll, expect, test } from 'vitest'
import { listTrash } from '#core/data/article-trash.ts'
import { deleteArticles } from '#core/data/bulk-articles.ts'
import type { Client } from '#core/data/client.ts'
import { type DeskListOptions, listDeskArticles } from '#core/data/desk-articles.ts'
import { listGlossary } from '#core/data/glossary.ts'
import { listMedia } from '#core/data/media-files.ts'
import { listTranslationCoverage } from '#core/data/translation-coverage.ts'
import { startTestApp, type TestApp } from '../../tests/support/app.ts'
import { addArticle, anArticle } from '../../tests/support/articles.ts'
import { paintImage } from '../../tests/support/images.ts'

const TITLE = 'L’œuvre d’Ångström: Stra\u00dfenbahn\u00adfahrplan – naïve “Łódź” й'
const SPELLINGS = [
  "l'oeuvre d'angstrom",
  'L’ŒUVRE D’ÅNGSTRÖM',
  'strassenbahnfahrplan',
  'Straßenbahn\u00adfahrplan',
  '– naïve “Łódź”',
  'nai\u0308ve',
  'lodz',
  'Й',
]
const PAGE = { page: 1, pageSize: 10 }
const ARTICLES: DeskListOptions = {
  ...PAGE,
  published: null,
  language: null,
  category: null,
  featured: null,
  search: '',
  sort: { by: 'title', descending: false },
}

let app: TestApp
let admin: Client

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.administrator()
  const service = app.service()
  await addArticle(service, anArticle({ title: 'Another one', slug: 'another' }))
  const { id } = await addArticle(service, anArticle({ title: TITLE, slug: 'kept' }))
  await app.database.sql`
    insert into public.article_workflow (article_id, state) values (${id}, 'in_edit')
    on conflict (article_id) do update set state = excluded.state`
  const deleted = await addArticle(service, anArticle({ title: TITLE, slug: 'deleted' }))
  await deleteArticles(admin, [deleted.id])
  const picture = new Blob([(await paintImage('png')) as never], { type: 'image/png' })
  await admin.storage.from('article-images').upload('articles/a.png', picture)
  const alts = { fr: TITLE }
  expect((await admin.from('media_files').update({ alts }).eq('name', 'articles/a.png')).error).toBeNull()
  await app.database.sql`
    insert into public.glossary_terms (language, term, rule, translation) values ('fr', 'timetable', 'translate-as', ${TITLE})`
})
afterAll(() => app.stop())

const everyCoverage = {
  category: null,
  published: true,
  days: null,
  states: null,
  language: null,
  descending: true,
}
const LISTS: Record<string, (search: string) => Promise<{ total: number }>> = {
  articles: (search) => listDeskArticles(admin, { ...ARTICLES, search }),
  'articles by who works on them': (search) =>
    listDeskArticles(admin, { ...ARTICLES, search, work: { state: 'in_edit', owner: null, next: null } }),
  trash: (search) => listTrash(admin, { ...PAGE, search }),
  pictures: (search) =>
    listMedia(admin, {
      ...PAGE,
      search,
      use: null,
      described: null,
      sort: { by: 'name', descending: false },
    }),
  translations: (search) => listTranslationCoverage(admin, { ...PAGE, ...everyCoverage, search }),
  glossary: (search) =>
    listGlossary(admin, {
      ...PAGE,
      search,
      language: null,
      rule: null,
      sort: { by: 'term', descending: false },
    }),
}

test.each(Object.entries(LISTS))('the list of %s finds a text in any spelling', async (_name, list) => {
  for (const search of SPELLINGS) expect([search, (await list(search)).total]).toEqual([search, 1])
  for (const search of ['l%oeuvre', 'l_oeuvre', 'lodz naive', '!!'])
    expect([search, (await list(search)).total]).toEqual([search, 0])
})
