import type { Language } from '#core/i18n/languages.ts'
import { notesAt, reportUnread } from '#server/features/import/article-notes.ts'
import type { Report } from '#server/features/import/imported.ts'
import {
  type IssueFile,
  type IssueMessage,
  issueFile,
} from '#server/features/import/publication/issue-file.ts'
import { filesBelow, type OwnExport } from '#server/features/import/publication/own-export.ts'
import { parseJson } from '#server/features/import/publication/parse-json.ts'
import { refusalOf } from '#server/features/import/publication/refusal-of.ts'
import { restoring } from '#server/features/import/publication/restoring.ts'
import { describeIssue } from '#server/features/import/publication/schemas.ts'
import { sanitiseHtml, withoutForbidden } from '#server/features/newsletter/render/sanitise-html.ts'
import type { Session, Sql } from '#server/platform/database/connection.ts'
import { readBytes, readText } from '#server/platform/documents/source-file.ts'

/** One a week for sixty years. */
const MAX_ISSUES = 3_000
const MAX_ISSUE_BYTES = 4 * 1024 * 1024
const MAX_MESSAGE_BYTES = 2 * 1024 * 1024

/** The article that `LANGUAGE/SLUG` of an export has become, or null. */
export type FindArticle = (reference: string) => Promise<string | null>

/**
 * Stores the issues of the newsletter that are not there yet. What readers could read is in the archive, and is over: nothing is ever mailed.
 * What was not sent yet is a draft.
 */
export async function bringNewsletters(
  sql: Sql,
  own: OwnExport,
  {
    siteUrl,
    report,
    signal,
    findArticle,
  }: { siteUrl: string; report: Report; signal: AbortSignal; findArticle: FindArticle },
): Promise<void> {
  // What led to pages of the other site leads to those of this one.
  const atHome = (text: string) => text.replaceAll(`${own.siteUrl}/`, `${siteUrl}/`)
  const files = filesBelow(own, 'newsletter/', /^newsletter\/[^/]+\/issue\.json$/)
  for (const [path, file] of files.slice(0, MAX_ISSUES)) {
    signal.throwIfAborted()
    const notes = notesAt({ file: path, title: '', sourceId: '' }, report)
    const bytes = await readBytes(file, MAX_ISSUE_BYTES)
    if (!bytes) {
      reportUnread(file, { maxBytes: MAX_ISSUE_BYTES, report })
      continue
    }
    const parsed = issueFile.safeParse(parseJson(bytes))
    if (!parsed.success) {
      notes.fail('unreadable', describeIssue(parsed.error), 'left-out')
      continue
    }
    const issue = pastOf(parsed.data)
    if (issue.status !== parsed.data.status)
      notes.warn(
        'format',
        `an issue that was ${parsed.data.status}`,
        issue.status === 'draft' ? 'draft' : 'original',
      )
    const folder = path.slice(0, -'issue.json'.length)
    const messages = issue.status === 'draft' ? [] : await readMessages(own, { folder, issue, atHome })
    const edited = await readEdited(own, folder, issue)
    const articles = new Map<string, string | null>()
    for (const { article } of issue.items) articles.set(article, await findArticle(article))
    for (const [article, id] of articles) if (!id) notes.warn('link', article, 'left-out')
    const problem = await refusalOf(() =>
      sql.transaction(async (session) => {
        await session`select set_config('audit.covered', 'on', true)`
        await restoring(session, () => store(session, { issue, messages, edited, articles }))
      }),
    )
    if (problem) notes.fail('format', problem, 'left-out')
  }
}

/** What an issue is in another paper: nothing of it is under way. */
function pastOf(issue: IssueFile): IssueFile {
  if (issue.started !== null && issue.slug !== null && issue.status !== 'draft')
    return {
      ...issue,
      status: issue.status === 'cancelled' ? 'cancelled' : 'sent',
      approved: issue.approved ?? issue.started,
      audience: issue.audience ?? 0,
      ended: issue.ended ?? issue.started,
    }
  const isCancelled = issue.status === 'cancelled'
  return {
    ...issue,
    status: isCancelled ? 'cancelled' : 'draft',
    slug: isCancelled ? issue.slug : null,
    approved: isCancelled ? issue.approved : null,
    scheduled: isCancelled ? issue.scheduled : null,
    audience: null,
    started: null,
    ended: isCancelled ? (issue.ended ?? issue.changed) : null,
  }
}

const withoutBreak = (text: string) => text.replace(/\n$/, '')

async function readFileText({ files }: OwnExport, path: string): Promise<string | null> {
  const file = files.get(path)
  const read = file && (await readText(file, MAX_MESSAGE_BYTES))
  return read && !read.isDamaged ? withoutBreak(read.text) : null
}

/** The messages as they were sent, without anything that could run. */
async function readMessages(
  own: OwnExport,
  { folder, issue, atHome }: { folder: string; issue: IssueFile; atHome: (text: string) => string },
): Promise<IssueMessage[]> {
  const messages: IssueMessage[] = []
  for (const { language, subject, preheader } of issue.messages ?? issue.editions) {
    const [html, text, web] = [
      await readFileText(own, `${folder}${language}.html`),
      await readFileText(own, `${folder}${language}.txt`),
      await readFileText(own, `${folder}${language}.web.html`),
    ]
    if (web === null || html === null) continue
    messages.push({
      language,
      subject,
      preheader,
      html: withoutForbidden(atHome(html)),
      text: withoutForbidden(atHome(text ?? '')),
      web: sanitiseHtml(atHome(web)),
    })
  }
  return messages
}

async function readEdited(
  own: OwnExport,
  folder: string,
  { editions }: IssueFile,
): Promise<Map<Language, string>> {
  const edited = new Map<Language, string>()
  for (const { language, editedContent } of editions) {
    const content = editedContent ? await readFileText(own, `${folder}${language}.edited.html`) : null
    if (content !== null) edited.set(language, content.replaceAll('\0', ''))
  }
  return edited
}

interface NewIssue {
  issue: IssueFile
  messages: IssueMessage[]
  edited: ReadonlyMap<Language, string>
  articles: ReadonlyMap<string, string | null>
}

async function store(session: Session, { issue, messages, edited, articles }: NewIssue): Promise<void> {
  const [row] = await session<{ id: string }[]>`
    insert into public.newsletter_issues (slug, status, origin, created_at, updated_at, covers_from, covers_until, approved_at,
      seal, scheduled_for, started_at, ended_at, audience, counts_clicks, shows_pictures)
    select ${issue.slug}, ${issue.status}, ${issue.origin}, ${issue.created}::timestamptz, ${issue.changed}::timestamptz,
      ${issue.coversFrom}::timestamptz, ${issue.coversUntil}::timestamptz, ${issue.approved}::timestamptz,
      ${issue.approved && 'imported'}, ${issue.scheduled}::timestamptz, ${issue.started}::timestamptz, ${issue.ended}::timestamptz,
      ${issue.audience}::integer, ${issue.countsClicks}, ${issue.showsPictures}
    where not exists (
      select from public.newsletter_issues
      where slug = ${issue.slug} or ${issue.slug === null} and slug is null and created_at = ${issue.created}::timestamptz)
    returning id`
  if (!row) return
  const { id } = row
  const editions = issue.editions.map((edition) => ({
    ...edition,
    content: edited.get(edition.language) ?? null,
  }))
  await session`
    insert into public.newsletter_editions (issue_id, language, subject, preheader, introduction, content, origin, model, reviewed_at,
      made_at, updated_at)
    select ${id}::uuid, language, subject, preheader, introduction, content, origin, model, reviewed, ${issue.changed}, ${issue.changed}
    from jsonb_to_recordset(${JSON.stringify(editions)}::jsonb) as given (language text, subject text, preheader text,
      introduction text, content text, origin text, model text, reviewed timestamptz)`
  for (const item of issue.items) {
    const article = articles.get(item.article)
    if (!article) continue
    const added = await session<{ id: string }[]>`
      insert into public.newsletter_items (issue_id, article_id, section, position, pinned, left_out)
      values (${id}, ${article}, ${item.section}, ${item.position}, ${item.pinned}, ${item.leftOut})
      on conflict (issue_id, article_id) do nothing returning id`
    await session`
      insert into public.newsletter_summaries (item_id, language, summary, origin)
      select ${added[0]?.id ?? null}::uuid, key, value ->> 'text', value ->> 'origin'
      from jsonb_each(${JSON.stringify(item.summaries)}::jsonb) where ${added.length > 0}`
  }
  await session`
    insert into public.newsletter_messages (issue_id, language, subject, preheader, html, body_text, content)
    select ${id}::uuid, language, subject, preheader, html, text, web
    from jsonb_to_recordset(${JSON.stringify(messages)}::jsonb) as given (language text, subject text, preheader text, html text,
      text text, web text)`
  await session`
    insert into public.newsletter_issue_events (issue_id, happened_at, event)
    select id, happened_at, event from public.newsletter_issues, lateral (values
      (created_at, 'draft'), (approved_at, 'approved'), (started_at, 'sending'), (ended_at, status)) as past (happened_at, event)
    where id = ${id} and happened_at is not null order by happened_at`
}
