import { createClient } from '@supabase/supabase-js'
import { listTrash } from '#core/data/article-trash.ts'
import type { Client } from '#core/data/client.ts'
import type { Database } from '#core/data/database.ts'
import { type DeskListOptions, listDeskArticles, listDrafts } from '#core/data/desk-articles.ts'
import { connect } from '#server/platform/database/connection.ts'
import { joinEmbeddedPostgres } from '#server/platform/database/embedded/embedded-postgres.ts'
import { median } from '../support/site.ts'

interface FilledSite {
  origin: string
  apikey: string
  /** The access token of an administrator. */
  editor: string
  dataDir: string
}

const ROUNDS = 21
const FIRST_PAGE: DeskListOptions = {
  published: true,
  language: 'en',
  category: null,
  featured: null,
  search: '',
  sort: { by: 'publish_date', descending: true },
  page: 1,
  pageSize: 25,
}

/** Measures the lists of the desk, as the screens ask for them: through the official client and HTTP. */
export async function measureDeskLists({ origin, apikey, editor, dataDir }: FilledSite): Promise<void> {
  await makeDraftsAndTrash(dataDir)
  const client: Client = createClient<Database>(origin, apikey, {
    auth: { persistSession: false },
    accessToken: async () => editor,
  })
  const articles = (change: Partial<DeskListOptions>) => () =>
    listDeskArticles(client, { ...FIRST_PAGE, ...change })
  const everything = { language: null }
  const lists = {
    'articles in English': articles({}),
    'articles in English, by title': articles({ sort: { by: 'title', descending: false } }),
    'articles in English, page 200': articles({ page: 200 }),
    'articles in English, one category': articles({ category: 'tech' }),
    'articles in English, a word of one': articles({ search: 'zq500' }),
    'articles in English, a word of most': articles({ search: 'model' }),
    'articles in all languages': articles(everything),
    'articles in all languages, by title': articles({
      ...everything,
      sort: { by: 'title', descending: false },
    }),
    'articles in all languages, a word of one': articles({ ...everything, search: 'zq500' }),
    'articles in all languages, an author of all': articles({ ...everything, search: 'lindqvist' }),
    'articles in all languages, two letters': articles({ ...everything, search: 'zq' }),
    'drafts in all languages': () =>
      listDrafts(client, { ...FIRST_PAGE, ...everything, sort: { by: 'created_at', descending: true } }),
    trash: () => listTrash(client, { search: '', page: 1, pageSize: 25 }),
    'trash, a word': () => listTrash(client, { search: 'model', page: 1, pageSize: 25 }),
  }
  for (const [name, read] of Object.entries(lists)) {
    const times: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const started = performance.now()
      await read()
      times.push(performance.now() - started)
    }
    console.log(`desk, ${name}: ${median(times).toFixed(0)} ms, at most ${Math.max(...times).toFixed(0)} ms`)
  }
}

/** Every tenth article becomes a draft, and a few hundred stories go to the trash. */
async function makeDraftsAndTrash(dataDir: string): Promise<void> {
  const sql = connect(await joinEmbeddedPostgres(dataDir))
  await sql`alter table public.articles disable trigger user`
  await sql`update public.articles set published = false where slug like '%7'`
  await sql`
    update private.desk_words set published = articles.published
    from public.articles where articles.id = article_id and not articles.published`
  await sql`alter table public.articles enable trigger user`
  await sql`
    delete from public.articles where id in (
      select id from public.articles where original_article_id is null order by slug limit 300)`
  await sql`vacuum (analyze) public.articles, public.article_trash, private.desk_words`
  await sql.end()
}
