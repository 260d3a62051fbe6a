import { isDeepStrictEqual } from 'node:util'
import type { TranslatedLanguage } from '#core/domain/article-translation.ts'
import type { TranslateIssueAnswer } from '#core/domain/newsletter-composing.ts'
import type { NewsletterEdition } from '#core/domain/newsletter-issue.ts'
import type { Language } from '#core/i18n/languages.ts'
import { ANSWER_TIMEOUT_MS } from '#server/features/newsletter/compose/ask-for-issue.ts'
import { summaryByRules, textsByRules } from '#server/features/newsletter/compose/compose-by-rules.ts'
import { type ComposeDeps, daysOf } from '#server/features/newsletter/compose/compose-issue.ts'
import { ComposeRefusal } from '#server/features/newsletter/compose/compose-refusal.ts'
import { lockDraft, readDraft, withIssueLock } from '#server/features/newsletter/compose/issue-locks.ts'
import { collectNotes } from '#server/features/newsletter/compose/notes.ts'
import { candidatesOf } from '#server/features/newsletter/compose/plan-issue.ts'
import {
  type StoredSummary,
  storeSummaries,
  storeTexts,
} from '#server/features/newsletter/compose/store-edition.ts'
import { translateEdition } from '#server/features/newsletter/compose/translate-edition.ts'
import { hashOfEnglish, type IssueContent } from '#server/features/newsletter/read-issue.ts'

type Outcome = TranslateIssueAnswer['editions'][number]

const DAY_MS = 86_400_000

/**
 * Translates the English edition of an issue into several languages at once. Texts that fail the checks are written by rules from the
 * articles in that language instead, and texts of editors stay.
 * @throws ComposeRefusal
 */
export function translateIssue(
  deps: ComposeDeps,
  {
    issueId,
    languages,
    replaceTexts = false,
    timeoutMs = ANSWER_TIMEOUT_MS,
  }: {
    issueId: string
    languages: readonly TranslatedLanguage[]
    /** Replaces texts of editors, too. */
    replaceTexts?: boolean
    timeoutMs?: number
  },
): Promise<Outcome[]> {
  return withIssueLock(deps.sql, issueId, async () => {
    const content = await readDraft(deps.sql, issueId)
    const english = content.editions.find(({ language }) => language === 'en')
    if (!english || isBlank(english))
      throw new ComposeRefusal(
        'no_english',
        'This issue has no English edition yet that could be translated.',
      )
    const timeout = { ms: timeoutMs, signal: AbortSignal.timeout(timeoutMs) }
    return Promise.all(
      languages.map((language) => translateInto(deps, { content, language, replaceTexts, timeout })),
    )
  })
}

const writtenIn = ({ editions, items }: IssueContent, language: Language) => [
  editions
    .filter((edition) => edition.language === language)
    .map(({ subject, preheader, introduction, content }) => [subject, preheader, introduction, content]),
  items.map(({ id, summaries }) => [id, summaries.filter((one) => one.language === language)]),
]

const isBlank = ({ subject, preheader, introduction }: NewsletterEdition) =>
  `${subject}${preheader}${introduction}`.trim() === ''

async function translateInto(
  deps: ComposeDeps,
  {
    content,
    language,
    replaceTexts,
    timeout,
  }: {
    content: IssueContent
    language: TranslatedLanguage
    replaceTexts: boolean
    timeout: { ms: number; signal: AbortSignal }
  },
): Promise<Outcome> {
  const notes = collectNotes()
  const placed = content.items.filter(({ left_out }) => left_out === null)
  const candidates = candidatesOf(placed, { language, notes })
  const readable = new Set(candidates.map(({ originalId }) => originalId))
  const items = placed.filter(({ article_id }) => readable.has(article_id))
  const translated = await translateEdition(deps, { content, language, items, timeout, notes })
  const { reason } = translated
  const isEmpty = translated.summaries.size === 0 && Object.keys(translated.texts).length === 0
  const present = content.editions.find((edition) => edition.language === language)
  if (isEmpty && reason !== null && present && !isBlank(present))
    return { language, status: 'failed', reason, dropped: [] }
  const now = new Date()
  const days = daysOf(content.issue, { from: new Date(now.getTime() - 7 * DAY_MS), until: now })
  const byRules = textsByRules(candidates, {
    language,
    settings: deps.settings.current(),
    count: placed.length,
    ...days,
  })
  const remark = reason === null ? null : `Not all of it was translated. ${reason}`
  const isPersons = await deps.sql.transaction(async (transaction) => {
    const present = await lockDraft(transaction, content.issue.id)
    const summaries = candidates.map((candidate): StoredSummary => {
      const text = translated.summaries.get(candidate.originalId)
      return {
        article_id: candidate.originalId,
        text: text ?? summaryByRules(candidate, language),
        origin: text === undefined ? 'rules' : 'model',
        replaces: true,
      }
    })
    // The request to replace texts does not cover what was saved while the model was working.
    const isAsItWas = isDeepStrictEqual(writtenIn(present, language), writtenIn(content, language))
    const place = { present, language, replacesPersons: replaceTexts && isAsItWas }
    await storeSummaries(transaction, summaries, place)
    return storeTexts(
      transaction,
      {
        texts: { ...byRules, ...translated.texts },
        origin: Object.keys(translated.texts).length > 0 ? 'model' : 'rules',
        model: isEmpty ? null : translated.model,
        sourceHash: hashOfEnglish(content),
        remark,
        notes,
      },
      place,
    )
  })
  const status = isPersons ? 'kept' : isEmpty ? 'rules' : 'translated'
  return { language, status, reason, dropped: notes.all() }
}
