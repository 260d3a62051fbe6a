import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { openPlace } from '#server/features/backup/testing/open-place.ts'

type Place = ReturnType<typeof openPlace>

const EN = '00000000-0000-4000-8000-000000000001'
const DE = '00000000-0000-4000-8000-000000000002'
const DRAFT = '00000000-0000-4000-8000-000000000003'
const ISSUE = '00000000-0000-4000-8000-00000000000a'
/** Characters that YAML, JSON, XML, file systems and spreadsheets would take for something else. */
export const ODD_TITLE = 'Ports: "quiet" \\ & <loud> — \u2028 #1 \u{1F6A2}'
export const PICTURE = 'the bytes of a picture'

/** A publication with something of everything that an export has. Pictures are named with the address of the site, as uploads are. */
export async function fillPublication({ sql, config, backend, source }: Place): Promise<void> {
  const uploads = `${source.siteUrl}/storage/v1/object/public/article-images`
  const content = `  Indented.\n\n![Cranes](${uploads}/articles/a.png "At night") and \`${uploads}/articles/a.png\`\n\n---\n\nEnd.`
  await sql.transaction(async (transaction) => {
    await transaction`
      insert into public.articles (id, slug, language, title, subtitle, excerpt, content, category, author, hero_image, published,
        featured, publish_date, created_at, updated_at, original_article_id, social_title) values
        (${EN}, 'the-quiet-port', 'en', ${ODD_TITLE}, 'A subtitle', 'Of ports.', ${content}, 'tech', 'Mara Lind, Jo and Co',
          ${`${uploads}/articles/a.png`}, true, true, '2026-01-02 03:04:05.678901+00', '2026-01-01 00:00+00', '2026-01-03 00:00+00', null, 'Shared'),
        (${DE}, 'der-stille-hafen', 'de', 'Der stille Hafen', null, 'Von Häfen.', 'Text', 'tech', 'Mara Lind', null, true, false,
          '2026-01-02 03:04:05+00', '2026-01-01 00:00+00', '2026-01-03 00:00+00', ${EN}, null),
        (${DRAFT}, 'con', 'en', '', null, '', '', 'news', '=Ed', null, false, false,
          '2026-02-01 00:00+00', '2026-01-01 00:00+00', '2026-01-03 00:00+00', null, null)`
    await transaction`insert into public.slug_redirects (slug, language, article_id) values ('hafen', 'de', ${DE})`
    await transaction`insert into private.old_addresses (address, article_id) values ('/2019/05/hafen', ${DE}), ('/?p=7', ${DE})`
    await transaction`
      insert into public.article_corrections (article_id, corrected_at, text)
      values (${EN}, '2026-01-02 10:00+00', 'There are two ports.')`
    await transaction`
      insert into public.article_schedules (article_id, publish_at, zone) values (${DRAFT}, '2099-01-01 08:00+00', 'Europe/Zurich')`
    await transaction`
      insert into public.translation_segments (language, source_hash, context, source, text, origin, made_at) values
        ('de', ${'a'.repeat(64)}, 'paragraph', 'A <b1>quiet</b1> & <c1/> port', '<c1/> Ein <b1>stiller</b1> Hafen', 'person', '2026-01-02 03:04:05+00')`
    await transaction`
      insert into public.glossary_terms (language, term, rule, translation, example) values
        ('de', 'Port', 'translate-as', 'Hafen', 'A <quiet> port.'), ('fr', 'port', 'keep', null, null), ('de', 'Porz', 'never', null, null)`
    await transaction`
      insert into public.newsletter_issues (id, created_at) values (${ISSUE}, '2026-01-03 00:00+00')`
    await transaction`
      insert into public.newsletter_editions (issue_id, language, subject, origin) values (${ISSUE}, 'en', 'Ports', 'rules')`
    await transaction`
      insert into public.newsletter_items (issue_id, article_id, section) values (${ISSUE}, ${EN}, 'top')`
    await transaction`
      insert into public.newsletter_messages (issue_id, language, subject, preheader, html, body_text, content) values
        (${ISSUE}, 'en', 'Ports', 'Of ports', ${'<p><a href="\uFDD0unsubscribe\uFDD1">Leave</a>\uFDD0test\uFDD2Test\uFDD1</p>'}, ${'Web: \uFDD0web\uFDD1'}, '<p>Ports</p>')`
    await transaction`
      update public.newsletter_issues
      set slug = '2026-01-04', status = 'approved', approved_at = '2026-01-03 00:00+00', seal = 'seal' where id = ${ISSUE}`
    await transaction`
      update public.newsletter_issues set status = 'sending', started_at = '2026-01-04 09:00+00', audience = 12 where id = ${ISSUE}`
    await transaction`
      insert into public.newsletter_subscribers (email, subscribed_at, confirmed, confirmed_at)
      values ('=ada@example.org', '2026-01-01 00:00+00', true, '2026-01-01 00:00+00')`
    await transaction`insert into public.settings (key, value) values ('site_name', '"Port Watch"')`
    await transaction`
      insert into public.pages (slug, language, title, content, published) values
        ('imprint', 'en', 'Imprint', 'Who we are.', true), ('aux', 'en', 'Help', 'Soon.', false)`
  })
  for (const name of ['articles/a.png', 'articles/A.PNG', 'articles/what?.png'])
    await addPicture({ sql, config, backend, source } as Place, name)
  await sql`
    update public.media_files set alts = '{"en": "Two cranes"}', credit = 'Jo', licence = 'CC BY 4.0' where name = 'articles/a.png'`
}

async function addPicture({ sql, config, backend }: Place, name: string): Promise<void> {
  const path = join(config.dataDir, 'upload')
  const version = crypto.randomUUID()
  const bytes = `${PICTURE} ${name}`
  await writeFile(path, bytes)
  await backend.put(version, { path, size: bytes.length, sha256: 'UNSIGNED-PAYLOAD', type: 'image/png' })
  await sql`
    insert into storage.objects (bucket_id, name, version, created_at) values ('article-images', ${name}, ${version}, '2026-01-01 00:00+00')`
}
