import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createClient } from '@supabase/supabase-js'
import type { Database } from '#core/data/database.ts'
import { SEARCH_LIMIT, searchTextOf } from '#core/domain/search.ts'
import { createTemporaryFolder } from '../../tests/support/temporary-folder.ts'
import { publishableKey, startSite } from '../support/site.ts'
import type { Question, readTargets } from './questions.ts'

interface Size {
  name: string
  bytes: number
  /** The bytes of its indexes, which are part of the above. */
  indexes: number
}

/** A site of one checkout, filled with the articles. */
export interface Side {
  name: string
  /** The slugs that the search page lists first. */
  search(question: Question): Promise<string[]>
  /** Lists the slugs in the overlay; null for a query that is too short for it. */
  overlay(question: Question): Promise<string[] | null>
  sizes(): Promise<Size[]>
  stop(): Promise<void>
}

/** Starts a checkout and fills it, with the code of that checkout, because its schema may be another one. */
export async function startSide(options: {
  name: string
  root: string
  port: number
  articlesPerLanguage: number
  targets: ReturnType<typeof readTargets>
}): Promise<Side> {
  const of = (path: string) => import(join(options.root, path))
  const { searchTitles }: typeof import('#core/data/search.ts') = await of('core/data/search.ts')
  const { fillArticles }: typeof import('../support/fill-articles.ts') = await of(
    'bench/support/fill-articles.ts',
  )
  const { connect }: typeof import('#server/platform/database/connection.ts') = await of(
    'server/platform/database/connection.ts',
  )
  const { joinEmbeddedPostgres }: typeof import('#server/platform/database/embedded/embedded-postgres.ts') =
    await of('server/platform/database/embedded/embedded-postgres.ts')

  const dataDir = createTemporaryFolder('bench-search')
  // Starts without the demo, which would be added while the site is filled, and without jobs, such as those that follow so many articles;
  // behind a proxy, so that each request can come from another address: searches are limited for each.
  const settings = { TRUST_PROXY: '1', DEMO: '0', WORKER: 'off' }
  const site = await startSite({ ...options, dataDir, settings })
  const sql = connect(await joinEmbeddedPostgres(dataDir))
  await fillArticles(sql, options.articlesPerLanguage)
  for (const { slug, language, title, excerpt, text, author = null, category = null } of options.targets) {
    const [beginning, end = null] = text.split(' … ')
    await sql`
      update public.articles
      set title = ${title}, subtitle = null, excerpt = ${excerpt}, author = coalesce(${author}, author),
        category = coalesce(${category}, category),
        content = concat_ws(E'\\n\\n', ${beginning}::text, content, ${end}::text)
      where slug = ${slug} and language = ${language}`
  }
  await sql.script('vacuum (analyze)')

  const origin = `http://127.0.0.1:${options.port}`
  const apikey = await publishableKey(origin)
  let requests = 0
  const send: typeof fetch = (url, init) => {
    requests += 1
    const headers = new Headers(init?.headers)
    headers.set('x-forwarded-for', `10.${requests >> 16}.${(requests >> 8) & 255}.${requests & 255}`)
    return fetch(url, { ...init, headers })
  }
  const client = createClient<Database>(origin, apikey, {
    global: { fetch: send },
    auth: { persistSession: false },
  })

  return {
    name: options.name,
    async search({ language, query }) {
      const { data } = await client
        .rpc('search_articles', { p_query: query, p_language: language, p_limit: SEARCH_LIMIT })
        .throwOnError()
      return data.map(({ slug }) => slug)
    },
    async overlay({ language, query }) {
      const text = searchTextOf(query)
      if (text === null) return null
      return (await searchTitles(client, { query: text, language, retry: false })).map(({ slug }) => slug)
    },
    async sizes() {
      return await sql<Size[]>`
        select relname as name, pg_total_relation_size(oid)::float8 as bytes, pg_indexes_size(oid)::float8 as indexes
        from pg_class
        where relnamespace = 'private'::regnamespace and relname ~ 'search' and relkind in ('r', 'p', 'm')
        union all
        select indexrelid::regclass::text, pg_relation_size(indexrelid)::float8, pg_relation_size(indexrelid)::float8
        from pg_index join pg_class on pg_class.oid = indexrelid join pg_am on pg_am.oid = relam
        where indrelid = 'public.articles'::regclass and amname in ('gin', 'gist')
        order by name`
    },
    async stop() {
      await sql.end()
      await site.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
