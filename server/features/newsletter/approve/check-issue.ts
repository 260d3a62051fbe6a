import {
  CHECKLIST_WEIGHTS,
  type ChecklistCode,
  type ChecklistFinding,
} from '#core/domain/newsletter-checklist.ts'
import { MESSAGE_MAX_BYTES } from '#core/domain/newsletter-issue.ts'
import { isPlain } from '#core/domain/setting-texts.ts'
import { DEFAULT_LANGUAGE, type Language } from '#core/i18n/languages.ts'
import {
  type ChecklistFacts,
  type CheckOptions,
  editionFor,
  type FactDeps,
  readChecklistFacts,
} from '#server/features/newsletter/approve/checklist-facts.ts'
import {
  hashOfEnglish,
  type IssueContent,
  offeredIssue,
  readIssue,
} from '#server/features/newsletter/read-issue.ts'
import type { RenderedEdition } from '#server/features/newsletter/render/render-edition.ts'
import { type RenderDeps, renderIssue } from '#server/features/newsletter/render/render-issue.ts'

export type CheckDeps = RenderDeps & FactDeps

const MAX_DETAIL_LENGTH = 300

/** The findings of the checklist for an issue as it is now. @throws when there is no such issue */
export async function checkIssue(
  deps: CheckDeps,
  issueId: string,
  options: CheckOptions = {},
): Promise<ChecklistFinding[]> {
  const content = await readIssue(deps.sql, issueId)
  if (!content) throw new Error(`There is no issue ${issueId}`)
  return (await renderAndCheck(deps, offeredIssue(content, deps.settings.current()), options)).findings
}

/** Renders an issue, reads what the checklist looks at, and checks both. */
export async function renderAndCheck(
  deps: CheckDeps,
  content: IssueContent,
  options: CheckOptions = {},
): Promise<{ messages: RenderedEdition[]; facts: ChecklistFacts; findings: ChecklistFinding[] }> {
  const messages = await renderIssue(deps, content)
  const facts = await readChecklistFacts(deps, content, messages, options)
  return { messages, facts, findings: findingsOf(content, messages, facts) }
}

/** The findings of the checklist for a rendered issue, blocking ones first. */
function findingsOf(
  content: IssueContent,
  messages: readonly RenderedEdition[],
  { audience, withNothing, dead, similar, saysWhereToReply, reviewed, leaves }: ChecklistFacts,
): ChecklistFinding[] {
  const { issue } = content
  const findings = [
    ...(leaves ? [] : [finding('no_transport')]),
    ...messages.flatMap(checkMessage),
    // Messages leave without such characters, so only the edition shows that its author saw another subject.
    ...content.editions
      .filter(({ subject }) => !isPlain(subject))
      .map(({ language }) => finding('subject_not_plain', language)),
    ...checkAudience(content, audience),
    ...(withNothing > 0 ? [finding('nothing_chosen', null, String(withNothing))] : []),
    ...checkTranslations(content, reviewed),
    ...(issue.tested_revision === issue.revision ? [] : [finding('no_test')]),
    ...dead.map((link) => finding('dead_link', null, link)),
    ...(similar === null ? [] : [finding('same_issue_lately', null, similar)]),
    ...(saysWhereToReply ? [] : [finding('no_reply_address')]),
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

function checkMessage(message: RenderedEdition): ChecklistFinding[] {
  const { language, subject, preheader, content, bytes } = message
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

/** Tells whether a text shows nothing, such as spaces and invisible characters. */
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
