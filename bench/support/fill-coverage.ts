import type { Sql } from '#server/platform/database/connection.ts'

/** As long as the articles of the demo newsroom. */
const CHARACTERS = 6_800
const MD5_LENGTH = 33

/**
 * Replaces all articles by `originals` English ones, of which nine tenths of the translations exist: some stale, reviewed, unpublished,
 * renewed or reported, with a run for each, some failed and some under way. One statement for each table, without triggers.
 */
export async function fillCoverage(sql: Sql, originals: number): Promise<void> {
  const texts = Math.ceil(CHARACTERS / MD5_LENGTH)
  await sql`truncate public.articles, public.article_translations, public.translation_runs, public.translation_segments cascade`
  const tables = ['articles', 'article_translations', 'translation_runs', 'pending_translations']
  for (const table of tables) await sql.script(`alter table public.${table} disable trigger user`)
  await sql`
    insert into public.articles (slug, language, title, excerpt, content, category, author, publish_date, published)
    select 'en-' || n, 'en', 'Article ' || n || ' about zq' || n, 'What there is to know about ' || n,
      (select string_agg(md5(n || ' ' || part), ' ') from generate_series(1, ${texts}) as part),
      (array['news', 'business', 'tech', 'opinion', 'hack'])[1 + n % 5], 'Mara Lindqvist', now() - make_interval(hours => n), n % 20 <> 0
    from generate_series(1, ${originals}::integer) as n`
  await sql`
    insert into public.articles (slug, language, title, excerpt, content, category, author, publish_date, published, original_article_id)
    select target || substr(slug, 3), target, title || ' (' || target || ')', excerpt, reverse(content), category, author,
      publish_date, published and substr(slug, 4)::integer % 50 <> 0, id
    from public.articles cross join unnest(array['es', 'fr', 'de', 'it', 'pt']) as translated (target)
    where language = 'en' and hashtext(slug || target) % 10 <> 0`
  await sql`
    insert into public.article_translations (translation_id, original_id, language, origin, model, translated_at, reviewed_at,
      stale_since, changed_segments)
    select id, original_article_id, language, 'machine', 'harbour-7b', publish_date,
      case when n % 3 = 0 then now() end, case when n % 7 = 0 then now() end, case when n % 7 = 0 then n % 9 end
    from public.articles, lateral (select abs(hashtext(slug)) as n) as number where original_article_id is not null`
  await sql`
    insert into public.translation_runs (article_id, language, status, requested_at, ended_at, segments, segments_done)
    select original_id, language, 'succeeded', translated_at, translated_at, 30, 30 from public.article_translations`
  await sql`
    insert into public.translation_runs (article_id, language, status, reason, requested_at, ended_at)
    select original_id, language, 'failed', 'The model did not answer.', now(), now() from public.article_translations
    where abs(hashtext(translation_id::text)) % 50 = 0`
  await sql`
    insert into public.translation_runs (article_id, language, status, requested_at)
    select original_id, language, 'queued', now() from public.article_translations
    where abs(hashtext(translation_id::text)) % 50 = 1`
  await sql`
    insert into public.pending_translations (translation_id, original_id, language, replaces, title, excerpt, content, origin, parts)
    select id, original_article_id, language, updated_at, title, excerpt, content, 'machine', '[]' from public.articles
    where original_article_id is not null and abs(hashtext(id::text)) % 50 = 2`
  await sql`
    insert into public.translation_reports (translation_id, quote)
    select id, 'A sentence.' from public.articles where original_article_id is not null and abs(hashtext(id::text)) % 100 = 3`
  await fillConflicts(sql)
  await sql`
    insert into public.settings (key, value) values ('translation_review', '["de", "fr"]') on conflict do nothing`
  for (const table of tables) await sql.script(`alter table public.${table} enable trigger user`)
  // As the trigger does.
  await sql`
    insert into private.desk_words (article_id, published, language, words)
    select id, published, language, lower(concat_ws(E'\\n', title, slug, author)) from public.articles on conflict do nothing`
  await sql`
    vacuum (analyze) public.articles, public.article_translations, public.translation_runs, public.translation_parts,
      public.pending_translations, public.translation_reports, private.desk_words`
}

/** Ten parts in each translation, and in every fiftieth one that is in conflict. */
async function fillConflicts(sql: Sql): Promise<void> {
  await sql`
    insert into public.translation_segments (language, source_hash, context, source, text, origin)
    select 'de', repeat('0', 64), 'paragraph', 'A', text, 'machine' from unnest(array['B', 'C']) as text`
  await sql`
    insert into public.translation_parts (translation_id, position, segment_id, proposed_id)
    select id, position, first, case when position = 7 and abs(hashtext(id::text)) % 50 = 4 then last end
    from public.articles cross join generate_series(0, 9) as position,
      (select min(id) as first, max(id) as last from public.translation_segments) as segment
    where original_article_id is not null`
}
