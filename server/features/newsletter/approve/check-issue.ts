import { mailLeaves } from '#core/domain/mail.ts'
import {
  CHECKLIST_WEIGHTS,
  type ChecklistCode,
  type ChecklistFinding,
} from '#core/domain/newsletter-checklist.ts'
import { MESSAGE_MAX_BYTES } from '#core/domain/newsletter-issue.ts'
import { isPlain } from '#core/domain/setting-texts.ts'
import { DEFAULT_LANGUAGE, type Language } from '#core/i18n/languages.ts'
import { findDeadLinks } from '#server/features/newsletter/approve/issue-links.ts'
import { countAudience, countWithNothing, editionFor } from '#server/features/newsletter/audience.ts'
import {
  hashOfEnglish,
  type IssueContent,
  offeredIssue,
  readIssue,
} from '#server/features/newsletter/read-issue.ts'
import type { RenderedEdition } from '#server/features/newsletter/render/render-edition.ts'
import { type RenderDeps, renderIssue } from '#server/features/newsletter/render/render-issue.ts'
import type { Services } from '#server/features/services.ts'
import type { Session } from '#server/platform/database/connection.ts'

/** Shorter than a week, so that a recurring weekly subject is not reported. */
const DAYS = 6

export type CheckDeps = RenderDeps & Pick<Services, 'links' | 'ownPages' | 'mail'>

export interface CheckOptions {
  /** How long to wait for the servers of links. */
  timeoutMs?: number | undefined
}

/** For links to other sites while a caller waits for the response. */
const LINK_TIMEOUT_MS = 15_000
const MAX_DETAIL_LENGTH = 300

/** The findings of the checklist for an issue as it is now. @throws when there is no such issue */
export async function checkIssue(
  deps: CheckDeps,
  issueId: string,
  options: CheckOptions = {},
): Promise<ChecklistFinding[]> {
  const found = await readIssue(deps.sql, issueId)
  if (!found) throw new Error(`There is no issue ${issueId}`)
  const content = offeredIssue(found, deps.settings.current())
  return checkContent(deps, content, await renderIssue(deps, content), options)
}

/** The findings of the checklist for a rendered issue, blocking ones first. */
export async function checkContent(
  deps: CheckDeps,
  content: IssueContent,
  rendered: readonly RenderedEdition[],
  { timeoutMs = LINK_TIMEOUT_MS }: CheckOptions = {},
): Promise<ChecklistFinding[]> {
  const audience = await countAudience(deps.sql)
  const links = [...new Set(rendered.flatMap((edition) => edition.links))]
  const [dead, nothing, similar, sentBefore, [reviewed]] = await Promise.all([
    findDeadLinks(deps, links, timeoutMs),
    countWithNothing(deps, rendered),
    findSimilarIssue(deps.sql, content),
    hasSentBefore(deps.sql),
    deps.sql<[{ languages: Language[] }]>`select private.reviewed_languages() as languages`,
  ])
  const settings = deps.settings.current()
  const { issue } = content
  const findings = [
    ...(mailLeaves(await deps.mail.current()) ? [] : [finding('no_transport')]),
    ...rendered.flatMap(checkMessage),
    // Messages leave without such characters, so only the edition shows that its author saw another subject.
    ...content.editions
      .filter(({ subject }) => !isPlain(subject))
      .map(({ language }) => finding('subject_not_plain', language)),
    ...checkAudience(content, audience),
    ...(nothing > 0 ? [finding('nothing_chosen', null, String(nothing))] : []),
    ...checkTranslations(content, reviewed.languages),
    ...(issue.tested_revision === issue.revision ? [] : [finding('no_test')]),
    ...dead.map((link) => finding('dead_link', null, link)),
    ...(similar === null ? [] : [finding('same_issue_lately', null, similar)]),
    ...(settings.newsletter_reply_to === null && !sentBefore ? [finding('no_reply_address')] : []),
  ]
  return findings.toSorted((a, b) => Number(b.blocks) - Number(a.blocks))
}

function finding(
  code: ChecklistCode,
  language: Language | null = null,
  detail: string | null = null,
): ChecklistFinding {
  const blocks = CHECKLIST_WEIGHTS[code] === 'blocks'
  return { code, blocks, language, detail: detail?.slice(0, MAX_DETAIL_LENGTH).toWellFormed() ?? null }
}

function checkMessage(edition: RenderedEdition): ChecklistFinding[] {
  const { language, subject, preheader, content, bytes } = edition
  const isPicture = /<img\b/i.test(content)
  return [
    ...(isBlank(subject) ? [finding('no_subject', language)] : []),
    ...(isPicture || hasWords(content) ? [] : [finding('no_content', language)]),
    ...(isBlank(preheader) ? [finding('no_preheader', language)] : []),
    // The text part has no pictures, so only its footer is left.
    ...(isPicture && !hasWords(content) ? [finding('no_text_part', language)] : []),
    ...(bytes > MESSAGE_MAX_BYTES ? [finding('too_large', language, String(bytes))] : []),
  ]
}

/** Whether a text shows nothing, such as spaces and invisible characters. */
const isBlank = (text: string) => !/[\p{L}\p{N}\p{P}\p{S}]/u.test(text)

const hasWords = (html: string) =>
  !isBlank(html.replace(/<[^>]*>/g, ' ').replace(/&(?:nbsp|zwnj|shy|#\w+);/gi, ' '))

function checkAudience(
  { editions }: IssueContent,
  audience: ReadonlyMap<Language, number>,
): ChecklistFinding[] {
  if (audience.size === 0) return [finding('no_recipients')]
  const languages = new Set(editions.map(({ language }) => language))
  const read = new Set([...audience.keys()].map((language) => editionFor(language, languages)))
  const missing = [...read].filter((language) => !languages.has(language))
  return [
    // Subscribers without an edition in their language get the English one.
    ...missing.map((language) => finding('no_content', language)),
    ...[...languages]
      .filter((language) => !read.has(language))
      .map((language) => finding('nobody_in_language', language)),
    ...[...audience]
      .filter(([language]) => language !== DEFAULT_LANGUAGE && !languages.has(language))
      .map(([language, count]) => finding('no_edition', language, String(count))),
  ]
}

function checkTranslations(content: IssueContent, reviewed: readonly Language[]): ChecklistFinding[] {
  const english = hashOfEnglish(content)
  return content.editions.flatMap(({ language, source_hash, reviewed_at }) => {
    const stale = content.items
      .filter(({ left_out }) => left_out === null)
      .flatMap(({ articles }) => articles.filter((article) => article.language === language))
      .filter(({ published, is_stale }) => published && is_stale)
    return [
      ...(source_hash !== null && source_hash !== english ? [finding('stale_edition', language)] : []),
      ...(reviewed.includes(language) && reviewed_at === null ? [finding('not_reviewed', language)] : []),
      ...stale.map(({ title }) => finding('stale_translation', language, title)),
    ]
  })
}

async function hasSentBefore(sql: CheckDeps['sql']): Promise<boolean> {
  const sent =
    await sql`select from public.newsletter_issues where started_at is not null and origin <> 'demo' and not into_outbox limit 1`
  return sent.length > 0
}

/**
 * The subject of a recently sent issue that has the same subject in one of the languages, or the same articles. Null when there is none.
 */
async function findSimilarIssue(
  sql: Session,
  { issue, editions, items }: IssueContent,
): Promise<string | null> {
  const articles = items.filter(({ left_out }) => left_out === null).map(({ article_id }) => article_id)
  const [similar] = await sql<{ subject: string }[]>`
    select coalesce(
      (select subject from public.newsletter_editions where issue_id = other.id order by language <> 'en', language limit 1),
      other.slug) as subject
    from public.newsletter_issues as other
    where id <> ${issue.id} and origin <> 'demo' and not into_outbox and started_at > now() - make_interval(days => ${DAYS}) and (
      exists (
        select from public.newsletter_editions as edition
        join unnest(${editions.map(({ language }) => language)}::text[], ${editions.map(({ subject }) => subject)}::text[])
          as mine (language, subject) using (language)
        where edition.issue_id = other.id and edition.subject <> ''
          and lower(btrim(edition.subject)) = lower(btrim(mine.subject)))
      or (cardinality(${articles}::uuid[]) > 0 and (
        select array_agg(article_id order by article_id) from public.newsletter_items
        where issue_id = other.id and left_out is null
      ) = (select array_agg(id order by id) from unnest(${articles}::uuid[]) as id)))
    order by started_at desc limit 1`
  return similar?.subject ?? null
}

const MAX_LENGTH = 700

const PHRASES: Record<ChecklistCode, string> = {
  no_subject: 'there is no subject',
  subject_not_plain: 'a subject is not one line of plain text',
  no_content: 'there is no content',
  no_text_part: 'the text part is empty',
  no_recipients: 'there are no active subscribers',
  no_transport: 'no mail server is set up, so every message stays in the outbox',
  no_test: 'it has not been tested since its last change',
  dead_link: 'a link leads nowhere',
  too_large: 'a message is so large that Gmail cuts its end off',
  no_preheader: 'there is no preheader',
  not_reviewed: 'a translation has not been reviewed',
  stale_edition: 'an edition was translated from another English text',
  stale_translation: 'an article has changed since it was translated',
  same_issue_lately: 'much the same has been sent lately',
  no_reply_address: 'there is no address for replies',
  nobody_in_language: 'nobody reads an edition',
  no_edition: 'some get the English edition, because there is none in their language',
  nothing_chosen: 'some get nothing, because nothing in it is of the sections that they chose',
}

/** Findings as one line, for the history of an issue and for mails to administrators. */
export function describeFindings(findings: readonly ChecklistFinding[]): string {
  const phrases = findings.map(({ code, language, detail }) => {
    const about = [language, detail].filter((part) => part !== null).join(', ')
    return about ? `${PHRASES[code]} (${about})` : PHRASES[code]
  })
  const all = phrases.join('; ')
  return all.length > MAX_LENGTH ? `${all.slice(0, MAX_LENGTH - 1)}…` : `${all}.`
}
