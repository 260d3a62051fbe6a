import type { Sql } from '#server/platform/database/connection.ts'

/**
 * Replaces all articles by English originals, each with translations into the other five languages. As in real language few
 * words are frequent and most are rare (Zipf), and so are subjects: an article has two of 800, and the most frequent one is in
 * every fifth article or so. Each subject has 30 words of its own. Every run generates the same articles.
 */
export async function fillRelated(sql: Sql, originals: number): Promise<void> {
  await sql`truncate public.articles cascade`
  await sql`delete from private.word_samples`
  await sql`alter table public.articles disable trigger user`
  await sql.session(async (session) => {
    await session`select setseed(0.5)`
    // Without vowels after its beginning, so that no stemmer takes an ending for one of the language.
    await session`
      create or replace function pg_temp.word(n integer) returns text language sql immutable
      return 'zu' || translate(n::text, '0123456789', 'bdfgkmnprt')`
    await session`
      insert into public.articles
        (slug, language, title, excerpt, content, category, author, publish_date, published)
      select 'en-' || n, 'en',
        (select string_agg(word, ' ') from unnest(words[1:3] || first[1:3]) as word),
        (select string_agg(word, ' ') from unnest(words[4:24] || first[4:7] || second[1:2]) as word),
        (select string_agg(word, ' ') from unnest(words[24:] || first || second) as word),
        (array['business', 'tech', 'opinion', 'news', 'hack'])[1 + floor(random() * 5)::int],
        'Mara Lindqvist', '2026-11-20'::timestamptz - random() * interval '10 years', true
      from generate_series(1, ${originals}::int) as n
      cross join lateral (
        select floor(power(800, random() + n * 0)) as one, floor(power(800, random() + n * 0)) as two
      ) as subject
      cross join lateral (
        select array(select pg_temp.word(floor(power(30000, random() + n * 0))::int) from generate_series(1, 620)) as words
      ) as background
      cross join lateral (
        select array(select pg_temp.word((30000 + subject.one * 30 + floor(power(30, random())))::int) from generate_series(1, 70)) as first
      ) as of_one
      cross join lateral (
        select array(select pg_temp.word((30000 + subject.two * 30 + floor(power(30, random())))::int) from generate_series(1, 50)) as second
      ) as of_two`
  })
  await sql`
    insert into public.articles
      (slug, language, title, excerpt, content, category, author, publish_date, published, original_article_id)
    select code || substr(slug, 3), code, title, excerpt, excerpt, category, author, publish_date, true, id
    from public.articles cross join unnest(array['es', 'fr', 'de', 'it', 'pt']) as code`
  await sql`alter table public.articles enable trigger user`
  await Promise.all(
    [0, 1].map(
      (half) => sql`
        select count(private.index_article(article)) from public.articles as article
        where language = 'en' and abs(hashtext(slug)) % 2 = ${half}`,
    ),
  )
  await sql`vacuum (analyze) public.articles, private.article_search`
}
