import type { Sql } from '#server/platform/database/connection.ts'
import { rowsOf } from '../../tests/support/fragments.ts'
import { generateArticles } from './generate-articles.ts'

const BATCH = 500

/**
 * Replaces all articles by `originals` English ones, each with translations into the other five languages, and then builds the
 * search index for all at once. The trigger that indexes each row would take several times as long.
 */
export async function fillArticles(sql: Sql, originals: number): Promise<void> {
  const [index] = await sql`select pg_get_indexdef('private.article_search_words'::regclass) as definition`
  await sql`drop index private.article_search_words`
  await sql`truncate public.articles cascade`
  await sql`alter table public.articles disable trigger user`
  for await (const articles of generateArticles(originals, BATCH)) {
    await sql`insert into public.articles ${rowsOf(...articles)}`
  }
  await sql`
    update public.articles as translation
    set original_article_id = original.id, publish_date = original.publish_date, category = original.category
    from public.articles as original
    where original.language = 'en' and translation.language <> 'en'
      and original.slug = regexp_replace(translation.slug, '^..', 'en')`
  await sql`alter table public.articles enable trigger user`
  await Promise.all(
    [0, 1, 2, 3].map(
      (part) => sql`
        select count(private.index_article(article)) from public.articles as article
        where abs(hashtext(slug)) % 4 = ${part}`,
    ),
  )
  await sql.script(index?.definition)
  // As the trigger does.
  await sql`
    insert into private.desk_words (article_id, published, language, words)
    select id, published, language, lower(concat_ws(E'\\n', title, slug, author)) from public.articles on conflict do nothing`
  await sql`vacuum (analyze) public.articles, private.article_search, private.desk_words`
}
