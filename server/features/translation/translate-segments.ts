import type { TextOrigin } from '#core/domain/article-translation.ts'
import type { FailedSegment } from '#core/domain/translation-run.ts'
import type { Glossary } from '#core/translation/checks/glossary.ts'
import type { CutTexts } from '#core/translation/cut-texts.ts'
import type { PlannedSegment } from '#core/translation/plan-translation.ts'
import { type AnsweredBatch, askForSegments } from '#server/features/translation/ask-for-segments.ts'
import { chooseWordings } from '#server/features/translation/choose-wordings.ts'
import { NOTE_CONTEXT } from '#server/features/translation/correction-notes.ts'
import { createAnswerCheck } from '#server/features/translation/cut.ts'
import { forgetTexts, keyOfText, recallTexts, rememberTexts } from '#server/features/translation/memory.ts'
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
  /** In the order of the article. */
  planned: readonly PlannedSegment[]
  cut: CutTexts
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
  { planned, cut, title, glossary, style, run, translationId, signal }: Wanted,
): Promise<{ texts: Map<string, FoundText>; failures: FailedSegment[]; model: string | null }> {
  const { language, articleId } = run
  // A run that renews everything only uses texts from memory that it has made itself before an interruption.
  const since = run.renewsAll ? run.requestedAt : null
  const check = createAnswerCheck(cut, { language, glossary })
  // A text that occurs several times is translated once.
  const wanted = new Map(planned.map((one) => [keyOf(one), one.segment]))
  const places = new Map<string, number>()
  for (const one of planned) places.set(keyOf(one), (places.get(keyOf(one)) ?? 0) + 1)
  const countPlaces = (keys: Iterable<string>) =>
    [...keys].reduce((sum, key) => sum + (places.get(key) ?? 0), 0)

  const sources = new Map(
    planned.map(({ context, segment }) => [
      keyOfText({ context, text: segment.text }),
      { context, text: segment.text },
    ]),
  )
  const remembered = await recallTexts(sql, [...sources.values()], { language, translationId, since })
  const chosen = await chooseWordings(wanted, remembered, check)
  const texts = new Map<string, FoundText>(chosen.texts)
  await forgetTexts(sql, chosen.unfit)
  const reused = countPlaces(texts.keys())
  await recordProgress(sql, run.id, { done: reused, reused })

  const asked = [...wanted].filter(([key]) => !texts.has(key))
  const keys = new Map(asked.map(([key, segment]) => [segment.id, key]))
  const failures: FailedSegment[] = []
  let model: string | null = null

  async function onBatch({ passed, failed, usage, model: answering }: AnsweredBatch): Promise<void> {
    model = answering ?? model
    const made = [...passed].flatMap(([id, translation]) => {
      const key = keys.get(id) ?? ''
      const source = sources.get(key)
      return source ? [{ ...source, key, translation }] : []
    })
    const ids = await rememberTexts(sql, made, { language, origin: 'machine', model, articleId, since })
    for (const [index, { key, translation }] of made.entries())
      texts.set(key, { id: Number(ids[index]), translation, origin: 'machine' })
    failures.push(...failed)
    await forgetRefused(sql, run, made)
    await keepRefused(
      sql,
      failed.flatMap(({ segment, text, problems }) => {
        const source = sources.get(keys.get(segment) ?? '')
        // Notes are no part of a review.
        return source && source.context !== NOTE_CONTEXT
          ? [{ context: source.context, source: source.text, text, model, reasons: problems }]
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

  if (asked.length > 0)
    await askForSegments(
      ai,
      {
        segments: asked.map(([, segment]) => segment),
        language,
        title,
        check,
        glossary,
        style,
        caller: run.id,
        signal,
      },
      { beforeRequest: () => recordProgress(sql, run.id), onBatch },
    )
  return { texts, failures, model }
}

const keyOf = ({ context, segment }: PlannedSegment) => keyOfText({ context, text: segment.text })
