import type { StoryTranslations } from '#app/admin/stories/translations/translations-queries.ts'
import type { TranslationMarks } from '#core/data/translation-marks.ts'
import type { StoryVersion } from '#core/domain/article-schedule.ts'
import {
  type ArticleTranslation,
  type PendingTranslation,
  reviewTimeOf,
  TRANSLATED_LANGUAGES,
  type TranslatedLanguage,
} from '#core/domain/article-translation.ts'
import type { RunState } from '#core/domain/translation-run.ts'
import type { Language } from '#core/i18n/languages.ts'

/** The status of a translation, the most important first. */
export type TranslationStatus =
  | 'running'
  | 'queued'
  | 'paused'
  | 'failed'
  | 'missing'
  /** The translation is not published before a review. */
  | 'waiting'
  /** An editor has to decide between two texts. */
  | 'conflict'
  | 'stale'
  | 'draft'
  /** Readers have it of a model, and no person has read a block of it. */
  | 'unread'
  | 'reviewed'
  | 'current'

export type TranslationHint =
  /** `blocks` is null until they are counted, and 0 when only what is not translated has changed. */
  | { kind: 'stale'; blocks: number | null }
  | { kind: 'conflicts'; count: number }
  | { kind: 'waiting'; isPublished: boolean }
  | { kind: 'draft' }
  | { kind: 'unread' }
  | { kind: 'corrected' }
  | { kind: 'edited' }
  | { kind: 'reviewed'; at: string }
  /** Written by a person, without a record. */
  | { kind: 'unrecorded' }

export interface TranslationState {
  language: TranslatedLanguage
  status: TranslationStatus
  hints: TranslationHint[]
  version: StoryVersion | null
  /** The last run, unless it is outdated. */
  run: RunState | null
}

export interface TranslationSources {
  language: TranslatedLanguage
  version: StoryVersion | null
  made: ArticleTranslation | null
  pending: Pick<PendingTranslation, 'parts' | 'made_at'> | null
  marks: Pick<TranslationMarks, 'edited' | 'conflicts'> | null
  /** True if an editor has changed it since it was made. */
  isReworded: boolean
  run: RunState | null
  /** True if it was requested, but has no run yet. */
  isAsked: boolean
}

/** The state of the translation into one language. */
export function translationStateOf(sources: TranslationSources): TranslationState {
  const { language, version, run, isAsked } = sources
  const hints = version ? hintsOf(version, sources) : []
  const shown = run && matters(run, sources) ? run : null
  const status = (isAsked ? null : statusOfRun(shown)) ?? (isAsked ? 'queued' : statusOf(version, hints))
  return { language, status, hints, version, run: isAsked ? null : shown }
}

/** A failed run is ignored after the translation was edited or reviewed. */
function matters(run: RunState, { version, made, pending }: TranslationSources): boolean {
  if (run.status === 'succeeded' || run.status === 'cancelled') return false
  if (run.status !== 'failed' || !run.ended_at) return true
  const since = Date.parse(run.ended_at)
  const isLater = (time: string | null | undefined) => Boolean(time) && Date.parse(time ?? '') > since
  if (!version) return true
  return !isLater(made?.translated_at) && !isLater(made?.reviewed_at) && !isLater(pending?.made_at)
}

function statusOfRun(run: RunState | null): TranslationStatus | null {
  switch (run?.status) {
    case 'queued':
    case 'running':
    case 'paused':
    case 'failed':
      return run.status
    default:
      return null
  }
}

function statusOf(version: StoryVersion | null, hints: TranslationHint[]): TranslationStatus {
  if (!version) return 'missing'
  const has = (kind: TranslationHint['kind']) => hints.some((hint) => hint.kind === kind)
  if (has('waiting')) return 'waiting'
  if (has('conflicts')) return 'conflict'
  if (has('stale')) return 'stale'
  if (has('draft')) return 'draft'
  if (has('unread')) return 'unread'
  return has('reviewed') ? 'reviewed' : 'current'
}

/** In the order of what matters most. */
function hintsOf(
  { published, unfinished, waits_for_review }: StoryVersion,
  { made, pending, marks, isReworded }: TranslationSources,
): TranslationHint[] {
  const hints: TranslationHint[] = []
  const reviewedAt = made && reviewTimeOf(made)
  const isFirst = !published && waits_for_review && !reviewedAt
  if (pending) hints.push({ kind: 'waiting', isPublished: true })
  else if (isFirst) hints.push({ kind: 'waiting', isPublished: false })
  const conflicts = (pending ? pending.parts : null)?.filter(({ proposed_id }) => proposed_id !== null).length
  const open = conflicts ?? marks?.conflicts ?? 0
  if (open > 0) hints.push({ kind: 'conflicts', count: open })
  if (made?.stale_since) hints.push({ kind: 'stale', blocks: made.changed_segments })
  if (made?.corrected_at && published) hints.push({ kind: 'corrected' })
  if (!published && !isFirst) hints.push({ kind: 'draft' })
  if (unfinished === 'unread') hints.push({ kind: 'unread' })
  if (!made) hints.push({ kind: 'unrecorded' })
  else if (made.origin === 'person' || isReworded || (marks?.edited ?? 0) > 0) hints.push({ kind: 'edited' })
  if (reviewedAt) hints.push({ kind: 'reviewed', at: reviewedAt })
  return hints
}

interface Sources {
  /** The languages that readers are offered. */
  offered: readonly Language[]
  story: StoryTranslations
  runs: readonly RunState[]
  reworded: readonly string[]
  /** The languages that have been asked for, and whose runs are not there yet. */
  asked: ReadonlySet<TranslatedLanguage>
}

/** The state of an original in every language into which it can be translated, and in those that are switched off but have a version. */
export function listStates({ offered, story, runs, reworded, asked }: Sources): TranslationState[] {
  /** A run that has just succeeded is shown as running until its translation has been read too. */
  const withResult = (run: RunState): RunState =>
    run.status === 'succeeded' && !story.ended.includes(run.id) ? { ...run, status: 'running' } : run
  const hasVersion = (code: Language) =>
    story.versions.some(({ is_original, language }) => !is_original && language === code)
  return TRANSLATED_LANGUAGES.filter((code) => offered.includes(code) || hasVersion(code)).map((language) => {
    const run = runs.find((one) => one.language === language)
    const version = story.versions.find((one) => !one.is_original && one.language === language) ?? null
    return translationStateOf({
      language,
      version,
      made: story.made.find(({ translation_id }) => translation_id === version?.id) ?? null,
      pending: story.pending.find(({ translation_id }) => translation_id === version?.id) ?? null,
      marks: story.marks.find(({ translation_id }) => translation_id === version?.id) ?? null,
      isReworded: version !== null && reworded.includes(version.id),
      run: run ? withResult(run) : null,
      isAsked: asked.has(language),
    })
  })
}
