import { keyOf } from '#server/features/newsroom/groups/story-words.ts'
import type { Sql } from '#server/platform/database/connection.ts'

/** Words of the invented language, most of which are rare (Zipf). */
export const VOCABULARY = 60_000
export const wordOf = (n: number) =>
  `zu${String(n).replaceAll(/\d/g, (digit) => 'bdfgkmnprt'[Number(digit)] ?? '')}`

const TABLES = ['public.news_items', 'private.news_comparisons']

/**
 * Stores items of the last thirty days with what they are compared by, as if each had been grouped: one story for every two of them.
 * An item has 20 frequent and rare words, and 8 of its story.
 */
export async function fillNewsroom(sql: Sql, items: number): Promise<void> {
  await sql.session(async (session) => {
    // While it is filled nothing has to survive a crash, and references are right.
    for (const setting of ["fsync = 'off'", "max_wal_size = '16GB'"])
      await session.script(`alter system set ${setting}`)
    await session.script('select pg_reload_conf(); set session_replication_role = replica')
    const indexes = await session<{ name: string; definition: string }[]>`
      select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
      from pg_index where indrelid = any (${TABLES}::regclass[]) and not indisunique`
    await session.script(`drop index ${indexes.map(({ name }) => name).join(', ')}`)
    await session`select set_config('work_mem', '256MB', false), set_config('maintenance_work_mem', '1GB', false)`
    await session`select setseed(0.5)`
    await session`create temp table words (n integer primary key, key bigint)`
    const numbers = Array.from({ length: VOCABULARY }, (_, n) => n)
    await session`
      insert into words select * from unnest(
        ${numbers}::integer[], ${numbers.map((n) => keyOf(wordOf(n), 0))}::bigint[])`
    // As wordOf does: to look each word up would take minutes.
    await session.script(`
      create function pg_temp.written(numbers integer[]) returns text language sql immutable
      return 'zu' || translate(array_to_string(numbers, ' zu'), '0123456789', 'bdfgkmnprt');
      analyze words`)
    await session`
      create temp table stories as
      select gen_random_uuid() as id, n, now() - random() * interval '30 days' as at,
        array(select 20000 + floor(random() * 40000 + n * 0)::integer from generate_series(1, 8)) as own
      from generate_series(1, ${items / 2}::integer) as n`
    await session`
      create temp table told as
      select gen_random_uuid() as id, story.id as group_id, story.at + random() * interval '1 day' as at, place.*,
        story.own || array(select floor(power(${VOCABULARY - 1}, random() + place.nth * 0))::integer from generate_series(1, 20)) as words
      from stories as story cross join generate_series(1, 2) as place (nth)`
    await session`
      insert into public.news_groups (id, created_at, headline) select id, at, 'A story' from stories`
    await session`
      insert into public.news_items (id, kind, url, canonical_url, title, excerpt, outlet, language, published_at, added_at, group_id,
        origin_id, grouped_at)
      select id, 'feed', 'https://news.example/' || id, 'https://news.example/' || id,
        pg_temp.written(told.words[1:4] || told.words[9:13]), pg_temp.written(told.words),
        'Outlet ' || nth * 7 % 500, (array['en', 'de', 'fr', 'es', 'it', 'pt', 'nl'])[1 + floor(random() * 7)::integer],
        least(at, now()), least(at, now()), group_id, id, least(at, now())
      from told`
    await session`
      insert into private.news_comparisons (item_id, bands, words, weights)
      select id, array(select ((random() + told.nth * 0) * 9e15)::bigint from generate_series(1, 25)),
        keys, array_fill(1, array[cardinality(keys)])
      from told cross join lateral (
        select array(select key + floor(extract(epoch from told.at) / 259200)::bigint % 512 from words where n = any (told.words)) as keys
      ) as compared`
    await session`
      insert into private.news_word_counts (period, word, items)
      select floor(extract(epoch from published_at) / 259200), word, count(*)
      from private.news_comparisons join public.news_items on id = item_id cross join unnest(words || (${keyOf('', 0)}::bigint
        + floor(extract(epoch from published_at) / 259200)::bigint % 512)) as word
      group by 1, 2`
    for (const { definition } of indexes) await session.script(definition)
    await session.script(
      'vacuum (analyze) public.news_items, private.news_comparisons, private.news_word_counts',
    )
    await session`
      select private.refresh_news_groups(array_agg(id)) from public.news_groups`
    for (const statement of [
      'alter system reset fsync',
      'alter system reset max_wal_size',
      'select pg_reload_conf()',
      'set session_replication_role = default',
      'vacuum (analyze) public.news_groups',
      'checkpoint',
    ])
      await session.script(statement)
  })
}
