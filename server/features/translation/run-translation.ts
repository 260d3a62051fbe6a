import { DatabaseError } from 'pg'
import { textOfConstraint } from '#core/domain/article-violation.ts'
import type { FailedSegment } from '#core/domain/translation-run.ts'
import { describeSwitchedOff } from '#core/i18n/switched-off.ts'
import { contextOf, fieldsOfTexts } from '#core/translation/article-texts.ts'
import type { CutTexts } from '#core/translation/cut-texts.ts'
import { describeProblem } from '#core/translation/describe-problem.ts'
import type { PlannedSegment } from '#core/translation/plan-translation.ts'
import type { TranslationProblem } from '#core/translation/problem.ts'
import type { Services } from '#server/features/services.ts'
import { keyOf } from '#server/features/translation/choose-wordings.ts'
import {
  cutNotes,
  joinCuts,
  listMissingNotes,
  planNotes,
} from '#server/features/translation/correction-notes.ts'
import {
  type AnswerCheck,
  assemble,
  createAnswerCheck,
  cutArticle,
  planTranslation,
} from '#server/features/translation/cut.ts'
import type { NewPart } from '#server/features/translation/new-texts.ts'
import { mapOwnLinks } from '#server/features/translation/own-links.ts'
import { readGlossary } from '#server/features/translation/read-glossary.ts'
import { readPresentTexts } from '#server/features/translation/read-present-texts.ts'
import { readOriginal, readPresent } from '#server/features/translation/read-story.ts'
import { keepRefused } from '#server/features/translation/refused-answers.ts'
import {
  type ClaimedRun,
  claimRun,
  failRun,
  pauseRun,
  RunCancelled,
  releaseNext,
  requeueRun,
  retryRun,
} from '#server/features/translation/runs.ts'
import { storeTranslation } from '#server/features/translation/store-translation.ts'
import { type FoundText, translateSegments } from '#server/features/translation/translate-segments.ts'
import { ModelError } from '#server/platform/ai/model-error.ts'
import type { Session } from '#server/platform/database/connection.ts'
import { TryAgainLater } from '#server/platform/queue/job.ts'

type TranslationDeps = Pick<Services, 'sql' | 'queue' | 'ai' | 'settings' | 'siteUrl' | 'log'>

const GONE = 'The article was deleted, or is no English original any more.'
const STRUCTURE =
  'A person has changed the structure of this translation, so that its parts cannot be told apart any more. Renew all of it to replace it; what it says now stays in its history.'

/**
 * Runs a translation of one article into one language, or an update of it. Safe to repeat after an interruption, because finished segments
 * are remembered.
 * @throws TryAgainLater when the model or the database is unavailable, or the translation was saved meanwhile
 */
export async function runTranslation(
  deps: TranslationDeps,
  runId: string,
  job: { id: string; isLastAttempt: boolean; signal: AbortSignal },
): Promise<void> {
  const { sql } = deps
  const run = await claimRun(sql, runId, job.id)
  // A run that was cancelled while it waited may block others of its batch.
  if (!run) return releaseNextOfBatch(deps, runId)
  try {
    await translate(deps, run, job.signal)
  } catch (error) {
    if (error instanceof RunCancelled) return releaseNextOfBatch(deps, runId)
    if (error instanceof RunFailed) return endFailed(deps, run, error)
    if (error instanceof ModelError && error.code === 'paused_by_budget')
      return pauseRun(sql, runId, error.message)
    const isTemporary =
      error instanceof TryAgainLater ||
      (error instanceof ModelError && (error.isTemporary || error.code === 'aborted'))
    if (isTemporary && (!job.isLastAttempt || job.signal.aborted)) {
      // The end of the worker is not shown to editors as a reason.
      if (!job.signal.aborted) await requeueRun(sql, runId, error.message)
      throw error instanceof TryAgainLater ? error : new TryAgainLater(error.message)
    }
    if (!(error instanceof ModelError) && !isTemporary && !job.isLastAttempt) throw error
    const reason = error instanceof ModelError || isTemporary ? (error as Error).message : UNEXPECTED
    await failRun(deps, runId, { reason })
    if (reason === UNEXPECTED) throw error
  }
}

const releaseNextOfBatch = (deps: TranslationDeps, runId: string) =>
  deps.sql.transaction((transaction) => releaseNext(deps, transaction, runId))

const UNEXPECTED = 'Something went wrong on our side; the log of the server says what.'

/** Retries a run once when segments of the model have failed; otherwise it fails for good. */
async function endFailed(deps: TranslationDeps, run: ClaimedRun, error: RunFailed): Promise<void> {
  const { message: reason, failures } = error
  if (run.attempt === 1 && failures.length > 0) await retryRun(deps, run.id, { reason, failures })
  else await failRun(deps, run.id, { reason, failures })
}

async function translate(deps: TranslationDeps, run: ClaimedRun, signal: AbortSignal): Promise<void> {
  const { sql, settings, siteUrl } = deps
  const { articleId, language } = run
  // It was asked for at the moment in which it was switched off.
  if (!settings.current().languages.includes(language)) throw new RunFailed(describeSwitchedOff([language]))
  const original = await readOriginal(sql, articleId)
  if (!original) throw new RunFailed(GONE)
  const present = await readPresent(sql, { originalId: articleId, language })
  const translationId = present?.id ?? null
  const missingNotes = await listMissingNotes(sql, { originalId: articleId, translationId })
  const glossary = await glossaryOf(deps, language)
  const cut = await cutArticle(original)
  if (cut.problems.length > 0) throw failedBecauseOf(failuresOf(cut.problems, cut), cut)
  const isKept = present !== null && !run.renewsAll
  const presentTexts = isKept ? await readPresentTexts(sql, present, { originalId: articleId, language }) : []
  if (!presentTexts) throw new RunFailed(STRUCTURE)
  const notes = await cutNotes(missingNotes)
  const planned = await planTranslation(cut, presentTexts, glossary)
  const check = createAnswerCheck(joinCuts(cut, notes), { language, glossary })

  const { texts, failures, model } = await translateSegments(deps, {
    planned: [...planned, ...planNotes(notes)],
    title: original.title,
    style: settings.current().translation_style[language] ?? '',
    ...{ check, glossary, run, translationId, signal },
  })
  if (failures.length > 0) throw failedBecauseOf(failures, cut)
  const chosen = await choose(planned, texts, check)
  const translations = new Map(chosen.map(({ segment, translation }) => [segment.id, translation]))
  const links = await mapOwnLinks(sql, cut, { siteUrl, language })
  const assembled = await assemble(cut, translations, links)
  if (assembled.problems.length > 0) {
    const failures = failuresOf(assembled.problems, cut, translations)
    await keepFailures(sql, run, { failures, cut, model })
    throw failedBecauseOf(failures, cut)
  }

  const fields = fieldsOfTexts(assembled)
  const outcome = await storeTranslation(deps, {
    ...{ run, original, present, fields, model },
    parts: chosen.map(({ part }) => part),
  }).catch((error: unknown) => {
    // A constraint of the table, for example on the length of a title.
    if (error instanceof DatabaseError && error.code === '23514') throw new RunFailed(describeBound(error))
    if (error instanceof DatabaseError && /^(?:23505|40)/.test(error.code ?? ''))
      throw new TryAgainLater('something else was saved at the same moment')
    throw error
  })
  if (outcome === 'gone') throw new RunFailed(GONE)
  if (outcome === 'changed')
    throw new TryAgainLater('Somebody has saved this translation meanwhile; it is looked at again.')
}

async function glossaryOf({ sql, log }: TranslationDeps, language: ClaimedRun['language']) {
  const { glossary, leftOut } = await readGlossary(sql, language)
  if (leftOut.length > 0)
    log.warn(
      `Terms of the glossary (${language}) that cannot be compared are left out: ${leftOut.join(', ')}`,
    )
  return glossary
}

interface Chosen {
  segment: PlannedSegment['segment']
  translation: string
  part: NewPart
}

/** Chooses between an editor's text of a changed source and the new one of the model; the other is proposed. */
async function choose(
  planned: readonly PlannedSegment[],
  texts: ReadonlyMap<string, FoundText>,
  check: AnswerCheck,
): Promise<Chosen[]> {
  const persons = new Map(
    planned.flatMap((one) => (one.persons ? [[one.segment.id, one.persons.translation] as const] : [])),
  )
  const unfit = await check.structure(persons)
  return planned.map((one): Chosen => {
    const { segment, kept, persons: own } = one
    if (kept) return { segment, translation: kept.translation, part: kept }
    const found = texts.get(keyOf(one))
    if (!found) throw new Error(`The segment ${segment.id} has no translation`)
    const { id, translation, origin } = found
    // A text that a person has written of the new source is not proposed again.
    if (!own || own.translation === translation || origin === 'person')
      return { segment, translation, part: { segmentId: id, proposedId: null, origin } }
    return unfit.has(segment.id)
      ? { segment, translation, part: { segmentId: id, proposedId: own.segmentId, origin } }
      : {
          segment,
          translation: own.translation,
          part: { segmentId: own.segmentId, proposedId: id, origin: 'person' },
        }
  })
}

function describeBound({ constraint }: DatabaseError): string {
  const field = textOfConstraint(constraint) ?? 'text'
  return `The translated ${field} is longer than that of an article may be, or empty.`
}

/** Thrown when a run cannot succeed. */
class RunFailed extends Error {
  override name = 'RunFailed'
  readonly failures: FailedSegment[]
  constructor(reason: string, failures: FailedSegment[] = []) {
    super(reason)
    this.failures = failures
  }
}

/** Says how many parts have failed, and what is wrong with one that the review does not show, such as a note about a correction. */
function failedBecauseOf(failures: FailedSegment[], { segments }: CutTexts): RunFailed {
  const count = failures.length
  const sentences = [
    count === 1 ? 'One part could not be translated.' : `${count} parts could not be translated.`,
  ]
  const ids = new Set(segments.map(({ id }) => id))
  const elsewhere = failures.find(({ segment }) => !ids.has(segment))
  if (elsewhere)
    sentences.push(`“${elsewhere.source.slice(0, 100).toWellFormed()}”: ${elsewhere.problems[0]}`)
  return new RunFailed(sentences.join(' '), failures)
}

/** Keeps the texts of which the comparison of the whole article has found that they do not fit. */
function keepFailures(
  sql: Session,
  run: ClaimedRun,
  { failures, cut, model }: { failures: readonly FailedSegment[]; cut: CutTexts; model: string | null },
): Promise<void> {
  const segments = new Map(cut.segments.map((segment) => [segment.id, segment]))
  const refused = failures.flatMap(({ segment: id, text, problems }) => {
    const segment = segments.get(id)
    return segment
      ? [{ context: contextOf(segment), source: segment.text, text, model, reasons: problems }]
      : []
  })
  return keepRefused(sql, refused, run)
}

/** Lists what is wrong with the parts that these problems are about. */
function failuresOf(
  problems: readonly TranslationProblem[],
  cut: CutTexts,
  translations: ReadonlyMap<string, string> = new Map(),
): FailedSegment[] {
  const segments = new Map(cut.segments.map((segment) => [segment.id, segment]))
  return problems.map((problem) => {
    const { segment: id, block, words } = problem
    const segment = segments.get(id ?? '') ?? cut.segments.find((one) => one.block === block)
    return {
      segment: id ?? segment?.id ?? String(block ?? ''),
      kind: segment?.kind ?? 'paragraph',
      source: segment?.text ?? words,
      text: (segment && translations.get(segment.id)) ?? '',
      problems: [describeProblem(problem)],
    }
  })
}
