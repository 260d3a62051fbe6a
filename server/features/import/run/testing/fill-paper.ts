import { createHash } from 'node:crypto'
import type { TestApp } from '../../../../../tests/support/app.ts'
import { paintImage, photograph } from '../../../../../tests/support/images.ts'

const UPLOADS = '/storage/v1/object/public/article-images'
const LANGUAGES = ['es', 'fr', 'de', 'it', 'pt']
const hash = (text: string) => createHash('sha256').update(text).digest('hex')

/** A paper with everything that an export has, made as the desk makes it where that is possible, with moments of the past. */
export async function fillPaper({ url, database: { sql }, service }: TestApp): Promise<void> {
  await uploadPictures(service)
  await sql`
    insert into public.settings (key, value) values ('site_name', '"Port Watch"'), ('tagline', '{"en": "Of ships", "de": "Von Schiffen"}'),
      ('accent', '"#0f7b3f"')`
  await sql`select public.save_categories(${JSON.stringify([
    { slug: 'news' },
    { slug: 'harbours', was: 'tech', names: { en: 'Harbours', de: 'Häfen' }, color: '#b45309' },
    { slug: 'opinion', descriptions: { en: 'What we think.' } },
  ])}::jsonb, ${JSON.stringify({ business: 'news', hack: 'harbours' })}::jsonb)`
  await sql`
    insert into public.pages (slug, language, title, description, content, published, position, updated_at) values
      ('imprint-of-old', 'en', 'Imprint', 'Who we are', 'Who we are.', true, 2, '2026-01-05 06:07:08.123456+00'),
      ('imprint-of-old', 'de', 'Impressum', '', 'Wer wir sind.', true, 2, '2026-01-05 06:07:08+00'),
      ('about', 'en', 'About', '', 'Of ports.', true, null, '2026-01-05 06:07:08+00'),
      ('help', 'en', 'Help', '', ${'Soon.\n\n'}, false, 3, '2026-01-06 01:02:03.000004+00')`
  await sql`update public.pages set slug = 'imprint' where slug = 'imprint-of-old'`
  await addArticles(sql, url)
  await addIssues(sql, url)
  await sql`
    insert into public.glossary_terms (language, term, rule, translation, example) values
      ('de', 'Port', 'translate-as', 'Hafen', 'A <quiet> port & pier.'), ('fr', 'port', 'keep', null, null), ('de', 'Porz', 'never', null, null)`
  const sources = ['A <b1>quiet</b1> & <c1/> port', 'Ships & piers', 'Ships & piers']
  for (const [index, source] of sources.entries())
    await sql`
      insert into public.translation_segments (language, source_hash, context, source, text, origin, model, kept_because, made_at) values
        ('de', ${hash(source)}, 'paragraph', ${source}, ${`Text ${index} <b1>eins</b1><c1/>`}, ${index === 1 ? 'machine' : 'person'},
          ${index === 1 ? 'model-1' : null}, ${index === 2 ? 'It is right' : null}, '2026-01-02 03:04:05+00')`
  await sql`
    insert into public.newsletter_subscribers (email, language, subscribed_at, confirmed, confirmed_at, is_active, left_at, left_reason, sections) values
      ('=ada@example.org', 'en', '2026-01-01 00:00:00.123456+00', true, '2026-01-01 01:00:00.654321+00', true, null, null, '{harbours,news}'),
      ('gone@example.org', 'de', '2026-01-01 00:00+00', true, '2026-01-01 02:00+00', false, '2026-01-03 04:05:06.000007+00', 'unsubscribed', '{harbours}')`
  await sql`
    insert into public.authors (slug, descriptions, languages, links, former_slugs)
    values ('jo', '{"en": "Writes about ports."}', '{en,pt}', '["https://social.example/@jo"]', '{jo-port}')`
  await sql`
    insert into private.suppressed_addresses values (${hash('erased@example.org')}, 'erased', '2026-01-04 00:00:00.5+00')`
}

async function uploadPictures(service: TestApp['service']): Promise<void> {
  const pictures: [string, Buffer, string][] = [
    ['articles/crane.png', await paintImage('png'), 'image/png'],
    ['articles/pier (1).jpg', await photograph(), 'image/jpeg'],
    ['articles/Sea.webp', await paintImage('webp'), 'image/webp'],
  ]
  for (const [name, bytes, contentType] of pictures) {
    const metadata = { filename: 'Original näme.png', source: 'https://pictures.example/a' }
    const { error } = await service()
      .storage.from('article-images')
      .upload(name, bytes, { contentType, metadata })
    if (error) throw error
  }
}

type Sql = TestApp['database']['sql']

async function addArticles(sql: Sql, url: string): Promise<void> {
  await sql`update storage.objects set created_at = '2026-01-01 05:06:07.891011+00' where bucket_id = 'article-images'`
  await sql`update public.media_files set uploaded_at = '2026-01-01 05:06:07.891011+00'`
  await sql`
    update public.media_files set alts = '{"en": "Two cranes", "de": "Zwei Kräne"}', captions = '{"en": "At night"}', credit = 'Jo',
      licence = 'CC BY 4.0', licence_url = 'https://creativecommons.org/licenses/by/4.0/', focus_x = 20, focus_y = 80
    where name = 'articles/crane.png'`
  const content = `## Port\n\n  Indented, “quoted”.\n\n![Cranes](${UPLOADS}/articles/crane.png "At night") and \`${UPLOADS}/articles/crane.png\`\n\n![](${UPLOADS}/articles/pier%20(1).jpg)\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n[Home](/) --- \u2028 end\n\n`
  const [port] = await sql<[{ id: string }]>`
    insert into public.articles (slug, language, title, subtitle, excerpt, content, category, author, reading_time, hero_image, published,
      featured, publish_date, created_at, updated_at, social_title, social_description, social_image) values
      ('the-quiet-port', 'en', ${'Ports: "quiet" \\ & <loud> — #1 \u{1F6A2}'}, '', 'Of ports.', ${content}, 'harbours',
        'Mara Lind, Jo and Co', '7 minutes', ${`${UPLOADS}/articles/crane.png`}, true, true, '2026-01-02 03:04:05.678901+00',
        '2026-01-01 00:00:00.000001+00', '2026-01-03 00:00:00.1+00', 'Shared', '', ${`${UPLOADS}/articles/Sea.webp`}) returning id`
  await sql`
    insert into public.article_corrections (article_id, corrected_at, text) values
      (${port.id}, '2026-01-02 10:00:00.25+00', 'There are two ports.'), (${port.id}, '2026-01-02 11:00+00', ${'Two\nlines.'})`
  for (const [index, language] of LANGUAGES.entries())
    await addTranslation(sql, { original: port.id, language, index })
  const [old] = await sql<[{ id: string }]>`
    insert into public.articles (slug, language, title, excerpt, content, category, author, published, publish_date, created_at) values
      ('an-old-pier', 'en', 'An old pier', 'It leans.', 'It leans to the sea, and has an old story.', 'news', 'Jo', true,
        '2026-01-04 00:00+00', '2026-01-04 00:00+00') returning id`
  await sql`update public.articles set slug = 'the-old-pier' where id = ${old.id}`
  await sql`
    insert into public.article_unpublishings (article_id, unpublish_at, zone) values (${old.id}, '2098-01-01 08:00+00', 'Europe/Zurich')`
  await sql`
    insert into private.old_addresses (address, article_id)
    values ('/2019/05/pier.html', ${old.id}), ('/?p=7', ${old.id}), ('/de/port', ${port.id})`
  const [draft] = await sql<[{ id: string }]>`
    insert into public.articles (slug, language, title, excerpt, content, category, author, publish_date, created_at, updated_at) values
      ('con', 'en', 'To come', 'Later.', ${`Later, ![a sea](${url}${UPLOADS}/articles/Sea.webp).`}, 'opinion', '=Ed', '2026-02-01 00:00+00', '2026-01-01 00:00+00', '2026-01-03 00:00+00')
    returning id`
  await sql`
    insert into public.sourced_articles (article_id, model, drafted_at) values (${draft.id}, 'a-model', '2026-01-01 00:00:00.5+00')`
  await sql`
    insert into public.article_sources (article_id, number, outlet, title, url, language, published_at, origin_id) values
      (${draft.id}, 1, 'Harbour “News”', 'Cranes: 12', 'https://harbour.example/a?b=1', 'de', '2025-12-31 10:00+00', gen_random_uuid()),
      (${draft.id}, 3, 'A letter', '', null, null, '2025-12-31 11:00+00', gen_random_uuid())`
  await sql`
    insert into public.article_schedules (article_id, publish_at, zone, featured)
    values (${draft.id}, '2099-01-01 08:00+00', 'America/New_York', true)`
  await sql`
    insert into public.articles (slug, language, title, excerpt, content, category, author, published, publish_date, created_at, updated_at)
    values ('allein', 'de', 'Allein', 'Nur deutsch.', 'Ein deutscher Text ohne Original.', 'opinion', 'Jo', true,
      '2026-01-06 00:00+00', '2026-01-06 00:00+00', '2026-01-06 00:00+00')`
}

async function addTranslation(
  sql: Sql,
  { original, language, index }: { original: string; language: string; index: number },
): Promise<void> {
  const [{ id }] = await sql<[{ id: string }]>`
    insert into public.articles (slug, language, title, subtitle, excerpt, content, category, author, published, featured, publish_date,
      created_at, updated_at, original_article_id) values
      (${`hafen-${language}`}, ${language}, ${`Hafen ${language}`}, null, 'Von Häfen.', ${`Ein Text (${language}).\n`}, 'harbours',
        'Mara Lind', ${index < 4}, ${index === 1}, '2026-01-02 03:04:05+00', '2026-01-02 00:00+00', '2026-01-03 00:00+00', ${original})
    returning id`
  await sql`
    insert into public.slug_redirects (slug, language, article_id) values (${`alter-hafen-${language}`}, ${language}, ${id})`
  if (index === 4) return
  await sql`
    insert into public.article_corrections (article_id, corrected_at, text, source_id, source_text)
    select ${id}, corrected_at + interval '1 hour', 'Zwei Häfen.', id, text from public.article_corrections
    where article_id = ${original} and text like 'There%'`
  await sql`
    insert into public.article_translations (translation_id, original_id, language, origin, model, translated_at, reviewed_at,
      corrected_at, stale_since, changed_segments)
    values (${id}, ${original}, ${language}, ${index === 0 ? 'person' : 'machine'}, ${index === 0 ? null : 'model-1'},
      '2026-01-02 00:00:00.000002+00', ${index === 1 ? '2026-01-02 12:00+00' : null}::timestamptz,
      ${index === 2 ? '2026-01-02 10:00:00.25+00' : null}::timestamptz, ${index === 3 ? '2026-01-03 00:00+00' : null}::timestamptz,
      ${index === 3 ? 1 : null}::integer)`
}

async function addIssues(sql: Sql, url: string): Promise<void> {
  const [first] = await sql<[{ id: string }]>`
    insert into public.newsletter_issues (created_at, covers_from, covers_until, counts_clicks, shows_pictures)
    values ('2026-01-03 00:00:00.000001+00', '2025-12-28 00:00+00', '2026-01-03 00:00+00', true, true) returning id`
  const web = `<h2>Top</h2><p data-section="harbours"><a href="${url}/article/the-quiet-port">Ports</a> &amp; more</p>`
  await addEditions(sql, first.id)
  await sql`
    insert into public.newsletter_messages (issue_id, language, subject, preheader, html, body_text, content) values
      (${first.id}, 'en', 'Ports', 'Of ports', ${'<p><a href="\uFDD0unsubscribe\uFDD1">Leave</a>\uFDD0test\uFDD2Test\uFDD1</p>'}, ${'Web: \uFDD0web\uFDD1'}, ${web}),
      (${first.id}, 'de', 'Häfen', 'Von Häfen', '<p>Häfen</p>', 'Häfen', '<p>Häfen</p>')`
  await sql`
    update public.newsletter_issues set slug = '2026-01-04', status = 'approved', approved_at = '2026-01-03 00:00+00', seal = 'seal'
    where id = ${first.id}`
  await sql`
    update public.newsletter_issues set status = 'sending', started_at = '2026-01-04 09:00+00', audience = 12 where id = ${first.id}`
  await sql`update public.newsletter_issues set status = 'sent' where id = ${first.id}`
  const [second] = await sql<[{ id: string }]>`
    insert into public.newsletter_issues (created_at) values ('2026-01-10 00:00:00.123+00') returning id`
  await addEditions(sql, second.id)
  const [third] = await sql<[{ id: string }]>`
    insert into public.newsletter_issues (created_at) values ('2026-01-11 00:00+00') returning id`
  await sql`update public.newsletter_issues set status = 'cancelled' where id = ${third.id}`
}

async function addEditions(sql: Sql, issue: string): Promise<void> {
  await sql`
    insert into public.newsletter_editions (issue_id, language, subject, preheader, introduction, content, origin, model, reviewed_at) values
      (${issue}, 'en', 'Ports', 'Of ports', ${'Dear reader,\n\nports.'}, null, 'rules', null, null),
      (${issue}, 'de', 'Häfen', '', '', ${'<p>Von Hand</p>\n'}, 'model', 'model-1', '2026-01-03 00:00+00')`
  const items = await sql<{ id: string }[]>`
    insert into public.newsletter_items (issue_id, article_id, section, position, pinned, left_out)
    select ${issue}, id, case when slug = 'the-quiet-port' then 'top' else 'market' end, 1, slug = 'the-quiet-port',
      case when slug = 'the-quiet-port' then null else 'Too old' end
    from public.articles where slug in ('the-quiet-port', 'the-old-pier') returning id`
  for (const { id } of items)
    await sql`
      insert into public.newsletter_summaries (item_id, language, summary, origin) values
        (${id}, 'en', ${'Of "ports".'}, 'person'), (${id}, 'de', 'Von Häfen.', 'model')`
}
