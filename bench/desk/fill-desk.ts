import type { Sql } from '#server/platform/database/connection.ts'
import { fillCoverage } from '../support/fill-coverage.ts'

/** With nine tenths of their translations, more than 60,000 articles. */
const ORIGINALS = 11_000
const PICTURES = 12_000
const ISSUES = 300
/** How many drafts an author owns. */
const OWN_DRAFTS = 2_000

/** Articles with translations, pictures and issues of the newsletter: what a desk of any version has. */
export async function fillSite(sql: Sql): Promise<void> {
  await fillCoverage(sql, ORIGINALS)
  await sql`
    insert into storage.objects (bucket_id, name, version, metadata, created_at)
    select 'article-images', 'articles/' || n || '-a.jpg', gen_random_uuid(), '{"size": 200000, "mimetype": "image/jpeg"}'::jsonb,
      now() - n * interval '1 minute' from generate_series(1, ${PICTURES}::integer) as n`
  await sql`
    insert into public.newsletter_issues (status, slug, created_at, approved_at, seal, started_at, audience, ended_at)
    select 'sent', (date '2026-01-01' - n)::text, now() - n * interval '1 day', now(), 'sealed', now(), 1, now()
    from generate_series(1, ${ISSUES}::integer) as n`
  await sql`vacuum (analyze) storage.objects, public.media_files, public.newsletter_issues`
}

/** Who has which article: an author thousands of drafts and a tenth of the pictures; some drafts are handed in or ready. */
export async function fillWork(
  sql: Sql,
  { editor, author }: { editor: string; author: string },
): Promise<void> {
  await sql.script('alter table public.articles disable trigger user')
  await sql`
    insert into public.articles (slug, language, title, excerpt, content, category, author, publish_date, published)
    select 'own-' || n, 'en', 'Own draft ' || n || ' about zq' || n, 'Not written yet', repeat('Words. ', 900), 'tech', 'Ida Novak',
      now() - n * interval '1 hour', false from generate_series(1, ${OWN_DRAFTS}::integer) as n`
  await sql.script('alter table public.articles enable trigger user')
  await sql`
    insert into private.desk_words (article_id, published, language, words)
    select id, published, language, lower(concat_ws(E'\\n', title, slug, author)) from public.articles on conflict do nothing`
  await sql`
    insert into public.article_workflow (article_id, owner, state, next_person, next_task)
    select id, case when slug like 'own-%' then ${author}::uuid when n % 2 = 0 then ${editor}::uuid end,
      case when published or slug like 'own-%' then 'draft' else (array['handed_in', 'in_edit', 'ready'])[1 + n % 3] end,
      case when n % 100 = 0 then ${author}::uuid end, case when n % 100 = 0 then 'Read it once more' end
    from public.articles, lateral (select abs(hashtext(slug)) as n) as number where original_article_id is null
    on conflict do nothing`
  await sql`update storage.objects set owner = ${author}::uuid where hashtext(name) % 10 = 0`
  await sql`vacuum (analyze) public.articles, public.article_workflow, private.desk_words, storage.objects`
}
