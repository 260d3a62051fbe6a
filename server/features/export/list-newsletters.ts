import type { Language } from '#core/i18n/languages.ts'
import { localizedPath } from '#core/i18n/languages.ts'
import { NEWSLETTER_PATH, newsletterIssuePath } from '#core/paths.ts'
import { type ExportEntry, moment, readRows, toJson } from '#server/features/export/export-entry.ts'
import {
  fillPlaceholders,
  parsePlaceholders,
} from '#server/features/newsletter/render/personalise-message.ts'
import type { Session } from '#server/platform/database/connection.ts'

/** An issue has a few megabytes at most. */
const AT_ONCE = 5

interface Message {
  language: Language
  subject: string
  preheader: string
  html: string
  text: string
  web: string
}

interface IssueRow {
  slug: string | null
  folder: string
  issue: object
  editions: { language: Language; content: string | null }[]
  items: object[]
  messages: Message[]
}

const QUERY = `
  select slug, coalesce(slug, 'draft-' || to_char(created_at at time zone 'UTC', 'YYYY-MM-DD-HH24MISSUS')) as folder,
    jsonb_build_object(
      'slug', slug, 'status', status, 'origin', origin, 'created', ${moment('created_at')}, 'changed', ${moment('updated_at')},
      'coversFrom', ${moment('covers_from')}, 'coversUntil', ${moment('covers_until')}, 'approved', ${moment('approved_at')},
      'scheduled', ${moment('scheduled_for')}, 'started', ${moment('started_at')}, 'ended', ${moment('ended_at')},
      'audience', audience, 'countsClicks', counts_clicks, 'showsPictures', shows_pictures) as issue,
    coalesce((select jsonb_agg(jsonb_build_object(
        'language', language, 'subject', subject, 'preheader', preheader, 'introduction', introduction, 'content', content,
        'origin', origin, 'model', model, 'reviewed', ${moment('reviewed_at')}) order by language collate "C")
      from public.newsletter_editions where issue_id = issue.id), '[]') as editions,
    coalesce((select jsonb_agg(jsonb_build_object(
        'article', article.language || '/' || article.slug, 'section', item.section, 'position', item.position,
        'pinned', item.pinned, 'leftOut', item.left_out, 'summaries', (
          select coalesce(jsonb_object_agg(language, jsonb_build_object('text', summary, 'origin', origin)), '{}')
          from public.newsletter_summaries where item_id = item.id))
        order by item.section, item.position, article.language || '/' || article.slug collate "C")
      from public.newsletter_items as item join public.articles as article on article.id = item.article_id
      where item.issue_id = issue.id), '[]') as items,
    coalesce((select jsonb_agg(jsonb_build_object(
        'language', language, 'subject', subject, 'preheader', preheader, 'html', html, 'text', body_text, 'web', content)
        order by language collate "C")
      from public.newsletter_messages where issue_id = issue.id), '[]') as messages
  from public.newsletter_issues as issue order by created_at, slug collate "C", id`

/**
 * Every issue of the newsletter: what it is made of as JSON, and in each language the mail as HTML and text, with links to the site where
 * those of its recipient were, and the part that its web version shows. An issue that was never approved has no mail yet.
 */
export async function* listNewsletters(sql: Session, siteUrl: string): AsyncGenerator<ExportEntry> {
  const folders = new Set<string>()
  for await (const row of readRows<IssueRow>(sql, QUERY, AT_ONCE)) {
    let name = row.folder
    for (let number = 2; folders.has(name); number++) name = `${row.folder}-${number}`
    folders.add(name)
    const folder = `newsletter/${name}`
    const { issue, items, messages } = row
    const editions = row.editions.map(({ content, ...edition }) => ({
      ...edition,
      editedContent: content !== null,
    }))
    const sent = messages.map(({ language, subject, preheader }) => ({ language, subject, preheader }))
    const facts = { ...issue, editions, ...(sent.length > 0 && { messages: sent }), items }
    yield { path: `${folder}/issue.json`, content: toJson(facts) }
    for (const { language, content } of row.editions)
      if (content !== null) yield { path: `${folder}/${language}.edited.html`, content: `${content}\n` }
    for (const { language, html, text, web } of messages) {
      const mail = mailFor(siteUrl, { language, slug: row.slug })
      yield { path: `${folder}/${language}.html`, content: `${mail(html)}\n` }
      yield { path: `${folder}/${language}.txt`, content: `${mail(text)}\n` }
      yield { path: `${folder}/${language}.web.html`, content: `${web}\n` }
    }
  }
}

/** Fills the places of a recipient's links. */
function mailFor(siteUrl: string, { language, slug }: { language: Language; slug: string | null }) {
  const landing = siteUrl + localizedPath(NEWSLETTER_PATH, language)
  const web = slug === null ? landing : siteUrl + newsletterIssuePath(slug, language)
  const links = { unsubscribe: landing, preferences: landing, web }
  return (text: string) => fillPlaceholders(parsePlaceholders(text), { isTest: false, links })
}
