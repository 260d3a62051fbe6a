import { DatabaseError } from 'pg'
import type { TranslatedFields } from '#core/domain/article.ts'
import type { TextOrigin } from '#core/domain/article-translation.ts'
import { textOfConstraint } from '#core/domain/article-violation.ts'
import type { FailedSegment } from '#core/domain/translation-run.ts'
import { describeSwitchedOff } from '#core/i18n/switched-off.ts'
import { contextOf, fieldsOfTexts } from '#core/translation/article-texts.ts'
import type { Glossary } from '#core/translation/checks/glossary.ts'
import type { CutTexts } from '#core/translation/cut-texts.ts'
import { describeProblem } from '#core/translation/describe-problem.ts'
import type { PlannedSegment } from '#core/translation/plan-translation.ts'
import type { TranslationProblem } from '#core/translation/problem.ts'
import type { Services } from '#server/features/services.ts'
import { type AnsweredBatch, askForSegments } from '#server/features/translation/ask-for-segments.ts'
import { keyOf, recallWordings, sourceOf } from '#server/features/translation/choose-wordings.ts'
import {
  cutNotes,
  joinCuts,
  listMissingNotes,
  NOTE_CONTEXT,
  planNotes,
} from '#server/features/translation/correction-notes.ts'
import {
  type AnswerCheck,
  assemble,
  createAnswerCheck,
  cutArticle,
  planTranslation,
} from '#server/features/translation/cut.ts'
import { readGlossary } from '#server/features/translation/glossary.ts'
import { forgetTexts, rememberTexts } from '#server/features/translation/memory.ts'
import { carryApprovals, type NewPart } from '#server/features/translation/new-texts.ts'
import { mapOwnLinks } from '#server/features/translation/own-links.ts'
import { readPresentTexts } from '#server/features/translation/read-present-texts.ts'
import {
  lockStory,
  type Original,
  type PresentTranslation,
  readOriginal,
  readPresent,
} from '#server/features/translation/read-story.ts'
import { forgetRefused, keepRefused } from '#server/features/translation/refused-answers.ts'
import {
  type ClaimedRun,
  claimRun,
  failRun,
  pauseRun,
  RunCancelled,
  recordProgress,
  releaseNext,
  requeueRun,
  retryRun,
  succeedRun,
} from '#server/features/translation/runs.ts'
import { pendingSince, storeTexts } from '#server/features/translation/store-texts.ts'
import type { LanguageModel } from '#server/platform/ai/language-model.ts'
import { ModelError } from '#server/platform/ai/model-error.ts'
import type { Session, Sql } from '#server/platform/database/connection.ts'
import { TryAgainLater } from '#server/platform/queue/job.ts'
import type { JobQueue } from '#server/platform/queue/job-queue.ts'

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

interface FinishedTranslation {
  run: ClaimedRun
  original: Original
  /** The translation as it was read at the beginning. */
  present: PresentTranslation | null
  fields: TranslatedFields
  parts: readonly NewPart[]
  /** The model that was asked; null when all texts came from memory. */
  model: string | null
}

type StoreOutcome =
  | 'stored'
  /** The original was deleted. */
  | 'gone'
  /** The translation was saved, added or deleted meanwhile. */
  | 'changed'

/**
 * Stores a complete translation and ends its run, in one transaction. When the original has changed meanwhile, the translation is stale from
 * the start.
 * @throws RunCancelled
 */
function storeTranslation(
  { sql, queue }: { sql: Sql; queue: JobQueue },
  { run, original, present, fields, parts, model }: FinishedTranslation,
): Promise<StoreOutcome> {
  return sql.transaction(async (transaction) => {
    const story = await lockStory(transaction, run)
    if (!story) return 'gone'
    const { translation } = story
    if (translation?.id !== present?.id || translation?.updatedAt !== present?.updatedAt) return 'changed'
    if (present && (await hasOtherParts(transaction, present))) return 'changed'
    await storeTexts(transaction, story, {
      fields,
      parts: present
        ? await carryApprovals(transaction, present.id, parts)
        : parts.map((part) => ({ ...part, approval: null })),
      model,
      source: original,
      correctedAt: present?.correctedAt ?? null,
      takesOver: true,
      withdraws: false,
      note: model ? `Translated by ${model}` : 'Translated from memory',
      by: run.requestedBy,
      reviewer: null,
    })
    await succeedRun({ queue }, transaction, run.id)
    return 'stored'
  })
}

/** Tells whether a review has changed parts: it can do so without changing the published text. */
async function hasOtherParts(sql: Session, present: PresentTranslation): Promise<boolean> {
  const parts = await sql<{ segmentId: number; proposedId: number | null }[]>`
    select segment_id::float8 as "segmentId", proposed_id::float8 as "proposedId"
    from public.translation_parts where translation_id = ${present.id} order by position`
  return (
    (await pendingSince(sql, present.id)) !== present.pendingSince ||
    parts.length !== present.parts.length ||
    parts.some(
      ({ segmentId, proposedId }, index) =>
        segmentId !== present.parts[index]?.segmentId || proposedId !== present.parts[index]?.proposedId,
    )
  )
}

/** The translation of a text, with its id in the memory. */
interface FoundText {
  id: number
  translation: string
  origin: TextOrigin
}

interface Wanted {
  /** In the order of the article, also those that stay. */
  planned: readonly PlannedSegment[]
  check: AnswerCheck
  title: string
  glossary: Glossary | null
  style: string
  run: ClaimedRun
  translationId: string | null
  signal: AbortSignal
}

/**
 * Translates segments from memory, else with the model. Texts that pass are remembered at once, so that they are paid for only once,
 * and those that do not are kept for the review.
 * @returns the texts by the keys of their sources, the failures, and the model if it was asked
 * @throws ModelError, RunCancelled
 */
async function translateSegments(
  { sql, ai }: { sql: Sql; ai: Pick<LanguageModel, 'askModel'> },
  { planned, check, title, glossary, style, run, translationId, signal }: Wanted,
): Promise<{ texts: Map<string, FoundText>; failures: FailedSegment[]; model: string | null }> {
  const { language, articleId } = run
  // A run that renews everything only uses texts from memory that it has made itself before an interruption.
  const since = run.renewsAll ? run.requestedAt : null
  const open = planned.filter(({ kept }) => kept === null)
  // A text that occurs several times is translated once.
  const places = Map.groupBy(open, keyOf)
  const countPlaces = (keys: Iterable<string>) =>
    [...keys].reduce((sum, key) => sum + (places.get(key)?.length ?? 0), 0)

  const recalled = await recallWordings(sql, open, check, { language, translationId, since })
  const texts = new Map<string, FoundText>(recalled.texts)
  await forgetTexts(sql, recalled.unfit)
  const reused = planned.length - open.length + countPlaces(texts.keys())
  await recordProgress(sql, run.id, { segments: planned.length, done: reused, reused })

  const asked = new Map(
    [...places].flatMap(([key, same]) => {
      const one = texts.has(key) ? undefined : same.at(-1)
      return one ? [[one.segment.id, one] as const] : []
    }),
  )
  const failures: FailedSegment[] = []
  let model: string | null = null

  async function onBatch({ passed, failed, usage, model: answering }: AnsweredBatch): Promise<void> {
    model = answering ?? model
    const made = [...passed].flatMap(([id, translation]) => {
      const one = asked.get(id)
      return one ? [{ ...sourceOf(one), key: keyOf(one), translation }] : []
    })
    const ids = await rememberTexts(sql, made, { language, origin: 'machine', model, articleId, since })
    for (const [index, { key, translation }] of made.entries())
      texts.set(key, { id: Number(ids[index]), translation, origin: 'machine' })
    failures.push(...failed)
    await forgetRefused(sql, run, made)
    await keepRefused(
      sql,
      failed.flatMap(({ segment: id, text, problems }) => {
        const one = asked.get(id)
        // Notes are no part of a review.
        return one && one.context !== NOTE_CONTEXT
          ? [{ context: one.context, source: one.segment.text, text, model, reasons: problems }]
          : []
      }),
      run,
    )
    await recordProgress(sql, run.id, {
      done: countPlaces(made.map(({ key }) => key)),
      ...usage,
      model,
    })
  }

  if (asked.size > 0)
    await askForSegments(
      ai,
      {
        segments: [...asked.values()].map(({ segment }) => segment),
        ...{ language, title, check, glossary, style, caller: run.id, signal },
      },
      { beforeRequest: () => recordProgress(sql, run.id), onBatch },
    )
  return { texts, failures, model }
}
