import { isDeepStrictEqual } from 'node:util'
import type { TranslatedLanguage } from '#core/domain/article-translation.ts'
import type { TranslateIssueAnswer } from '#core/domain/newsletter-composing.ts'
import {
  INTRODUCTION_MAX_LENGTH,
  type NewsletterEdition,
  PREHEADER_MAX_LENGTH,
  SUBJECT_MAX_LENGTH,
  SUMMARY_MAX_LENGTH,
} from '#core/domain/newsletter-issue.ts'
import type { Language } from '#core/i18n/languages.ts'
import type { CutTexts } from '#core/translation/cut-texts.ts'
import { ANSWER_TIMEOUT_MS, describeTimeout } from '#server/features/newsletter/compose/ask-for-issue.ts'
import { faultOfCharacters } from '#server/features/newsletter/compose/check-text.ts'
import {
  type EditionTexts,
  summaryByRules,
  textsByRules,
} from '#server/features/newsletter/compose/compose-by-rules.ts'
import { type ComposeDeps, daysOf } from '#server/features/newsletter/compose/compose-issue.ts'
import {
  ComposeRefusal,
  lockDraft,
  readDraft,
  withIssueLock,
} from '#server/features/newsletter/compose/issue-locks.ts'
import { collectNotes, type Notes } from '#server/features/newsletter/compose/notes.ts'
import { candidatesOf } from '#server/features/newsletter/compose/plan-issue.ts'
import {
  type StoredSummary,
  storeSummaries,
  storeTexts,
} from '#server/features/newsletter/compose/store-edition.ts'
import { hashOfEnglish, type IssueContent, type IssueItem } from '#server/features/newsletter/read-issue.ts'
import { askForSegments } from '#server/features/translation/ask-for-segments.ts'
import { assemble, createAnswerCheck, cut as cutTexts } from '#server/features/translation/cut.ts'
import { readGlossary } from '#server/features/translation/glossary.ts'
import { ModelError } from '#server/platform/ai/model-error.ts'

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

interface TranslatedEdition {
  /** Only the texts that passed the checks. */
  texts: Partial<EditionTexts>
  /** By the originals of the articles. */
  summaries: Map<string, string>
  model: string | null
  /** The reason why the model could not be used; null when it answered. */
  reason: string | null
}

interface TranslateInput {
  content: IssueContent
  language: TranslatedLanguage
  /** The items whose summaries are translated. */
  items: readonly IssueItem[]
  timeout: { ms: number; signal: AbortSignal }
  notes: Notes
}

/** Translates the texts of the English edition in the same way as articles, with the same checks. */
async function translateEdition(
  { sql, ai, settings }: ComposeDeps,
  { content, language, items, timeout, notes }: TranslateInput,
): Promise<TranslatedEdition> {
  const english = content.editions.find((edition) => edition.language === 'en')
  const sources = sourcesOf(english ?? EMPTY, items)
  const cut = await cutTexts({
    fields: [...sources].flatMap(([name, { text }]) => linesOf(name, text)),
    content: '',
  })
  const { glossary } = await readGlossary(sql, language)
  const passed = new Map<string, string>()
  const problems = new Map<string, string>()
  let [model, reason]: [string | null, string | null] = [null, null]
  try {
    await askForSegments(
      ai,
      {
        segments: cut.segments,
        language,
        title: english?.subject ?? '',
        check: createAnswerCheck(cut, { language, glossary }),
        glossary,
        style: settings.current().translation_style[language] ?? '',
        caller: `newsletter ${content.issue.id} ${language}`,
        signal: timeout.signal,
      },
      {
        beforeRequest: async () => {},
        async onBatch(batch) {
          model = batch.model ?? model
          for (const [id, text] of batch.passed) passed.set(id, text)
          for (const { segment, problems: found } of batch.failed) problems.set(segment, found[0] ?? '')
        },
      },
    )
  } catch (error) {
    if (!(error instanceof ModelError)) throw error
    reason = timeout.signal.aborted ? describeTimeout(timeout.ms) : error.message
  }
  const translated = await joinLines(cut, passed)
  const texts: Partial<EditionTexts> = {}
  const summaries = new Map<string, string>()
  for (const [name, { text: source, maxLength, originalId, title }] of sources) {
    const text = translated.get(name) ?? null
    const fault = text === null ? null : faultOfCharacters(text, { source, maxLength, hasLines: true })
    if (text !== null && fault === null) {
      if (originalId === null) Object.assign(texts, { [name]: text })
      else summaries.set(originalId, text)
      continue
    }
    const why = fault === null ? firstProblem(name, problems) : `${fault.replace(/^it /, 'It ')}.`
    // Without an answer, `reason` holds for all texts.
    if (why === '') continue
    if (title === null) notes.add(`The translation of the ${name} was not used. ${why}`)
    else notes.about(title, `the translation of the summary was not used. ${why}`)
  }
  return { texts, summaries, model, reason }
}

interface SourceText {
  text: string
  maxLength: number
  /** The original of the article that it summarises; null for a text of the edition. */
  originalId: string | null
  title: string | null
}

const EMPTY: EditionTexts = { subject: '', preheader: '', introduction: '' }

/** The English texts by their names, which are those of their segments. */
function sourcesOf(
  { subject, preheader, introduction }: EditionTexts,
  items: readonly IssueItem[],
): Map<string, SourceText> {
  const own = { originalId: null, title: null }
  const sources = new Map<string, SourceText>([
    ['subject', { text: subject, maxLength: SUBJECT_MAX_LENGTH, ...own }],
    ['preheader', { text: preheader, maxLength: PREHEADER_MAX_LENGTH, ...own }],
    ['introduction', { text: introduction, maxLength: INTRODUCTION_MAX_LENGTH, ...own }],
  ])
  for (const [index, { article_id, summaries, articles }] of items.entries()) {
    const text = summaries.find(({ language }) => language === 'en')?.summary ?? ''
    const title = articles[0]?.title ?? ''
    const source = { text, maxLength: SUMMARY_MAX_LENGTH, originalId: article_id, title }
    sources.set(`summary${index + 1}`, source)
  }
  for (const [name, { text }] of sources) if (text.trim() === '') sources.delete(name)
  return sources
}

/** Each line is translated by itself. */
const linesOf = (name: string, text: string) =>
  text.split('\n').map((line, index) => [`${name}.${index + 1}`, line] as const)

const nameOf = (segmentId: string) => segmentId.slice(0, segmentId.lastIndexOf('.'))

/** The translated texts by their names; a text with an untranslated line is left out. */
async function joinLines(cut: CutTexts, passed: ReadonlyMap<string, string>): Promise<Map<string, string>> {
  const { fields, problems } = await assemble(cut, passed)
  const unfit = new Set(problems.map(({ segment }) => nameOf(segment ?? '')))
  const lines = Map.groupBy(fields, ([name]) => nameOf(name))
  return new Map(
    [...lines].flatMap(([name, all]) =>
      unfit.has(name) ? [] : [[name, all.map(([, text]) => text).join('\n')] as const],
    ),
  )
}

const firstProblem = (name: string, problems: ReadonlyMap<string, string>) =>
  [...problems].find(([segment]) => nameOf(segment) === name)?.[1] ?? ''
