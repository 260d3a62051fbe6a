import type { TextOrigin } from '#core/domain/article-translation.ts'
import type { FailedSegment } from '#core/domain/translation-run.ts'
import type { Glossary } from '#core/translation/checks/glossary.ts'
import type { PlannedSegment } from '#core/translation/plan-translation.ts'
import { type AnsweredBatch, askForSegments } from '#server/features/translation/ask-for-segments.ts'
import { keyOf, recallWordings, sourceOf } from '#server/features/translation/choose-wordings.ts'
import { NOTE_CONTEXT } from '#server/features/translation/correction-notes.ts'
import type { AnswerCheck } from '#server/features/translation/cut.ts'
import { forgetTexts, rememberTexts } from '#server/features/translation/memory.ts'
import { forgetRefused, keepRefused } from '#server/features/translation/refused-answers.ts'
import { type ClaimedRun, recordProgress } from '#server/features/translation/runs.ts'
import type { LanguageModel } from '#server/platform/ai/language-model.ts'
import type { Sql } from '#server/platform/database/connection.ts'

/** The translation of a text, with its id in the memory. */
export interface FoundText {
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
export async function translateSegments(
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
