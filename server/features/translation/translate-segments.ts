import { setImmediate as nextTurn } from 'node:timers/promises'
import type { TextOrigin } from '#core/domain/article-translation.ts'
import type { FailedSegment } from '#core/domain/translation-run.ts'
import { createAnswerCheck } from '#core/translation/check-answers.ts'
import type { Glossary } from '#core/translation/checks/glossary.ts'
import type { ArticleCut } from '#core/translation/cut-article.ts'
import type { PlannedSegment } from '#core/translation/plan-translation.ts'
import type { Segment } from '#core/translation/segment.ts'
import { type AnsweredBatch, askForSegments } from '#server/features/translation/ask-for-segments.ts'
import { chooseWordings } from '#server/features/translation/choose-wordings.ts'
import {
  forgetTexts,
  keyOfText,
  recallTexts,
  rememberTexts,
  type SourceText,
} from '#server/features/translation/memory.ts'
import { type ClaimedRun, recordProgress } from '#server/features/translation/runs.ts'
import type { LanguageModel } from '#server/platform/ai/language-model.ts'
import type { Sql } from '#server/platform/database/connection.ts'

/** A text for a source, and the pair that is remembered of it. */
export interface FoundText {
  id: number
  translation: string
  origin: TextOrigin
}

/** Checking a segment takes up to some milliseconds, in which others wait. */
const CHECKED_AT_ONCE = 100

interface Wanted {
  /** In the order of the article. */
  planned: readonly PlannedSegment[]
  cut: ArticleCut
  title: string
  glossary: Glossary | null
  style: string
  run: ClaimedRun
  translationId: string | null
  signal: AbortSignal
}

/**
 * Finds a text for each of these segments: from memory, else from the model. What passes is remembered at once, so that it is paid for
 * only once, whatever happens afterwards.
 * @returns the texts by the keys of their sources, what no check would pass, and the model if it was asked
 * @throws ModelError, RunCancelled
 */
export async function translateSegments(
  { sql, ai }: { sql: Sql; ai: Pick<LanguageModel, 'askModel'> },
  { planned, cut, title, glossary, style, run, translationId, signal }: Wanted,
): Promise<{ texts: Map<string, FoundText>; failures: FailedSegment[]; model: string | null }> {
  const { language, articleId } = run
  // What is to be renewed is only taken from memory when it was renewed before an interruption.
  const since = run.renewsAll ? run.requestedAt : null
  const check = createAnswerCheck(cut, { language, glossary })
  // Each text once, wherever it occurs.
  const wanted = new Map(planned.map((one) => [keyOf(one), one.segment]))
  const places = new Map<string, number>()
  for (const one of planned) places.set(keyOf(one), (places.get(keyOf(one)) ?? 0) + 1)
  const countPlaces = (keys: Iterable<string>) =>
    [...keys].reduce((sum, key) => sum + (places.get(key) ?? 0), 0)

  const remembered = await recallTexts(sql, [...wanted.keys()].map(sourceOf(wanted, planned)), {
    language,
    translationId,
    since,
  })
  const texts = new Map<string, FoundText>()
  const all = [...wanted]
  for (let start = 0; start < all.length; start += CHECKED_AT_ONCE) {
    const some = await chooseWordings(new Map(all.slice(start, start + CHECKED_AT_ONCE)), remembered, check)
    for (const [key, text] of some.texts) texts.set(key, text)
    await forgetTexts(sql, some.unfit)
    await nextTurn()
  }
  const reused = countPlaces(texts.keys())
  await recordProgress(sql, run.id, { done: reused, reused })

  const asked = [...wanted].filter(([key]) => !texts.has(key))
  const keys = new Map(asked.map(([key, segment]) => [segment.id, key]))
  const contexts = new Map(planned.map(({ segment, context }) => [segment.id, context]))
  const failures: FailedSegment[] = []
  let model: string | null = null

  async function onBatch({ passed, failed, usage, model: answering }: AnsweredBatch): Promise<void> {
    model = answering ?? model
    const made = [...passed].map(([id, translation]) => ({ id, key: keys.get(id) ?? '', translation }))
    const ids = await rememberTexts(
      sql,
      made.map(({ id, key, translation }) => ({
        context: contexts.get(id) ?? '',
        text: wanted.get(key)?.text ?? '',
        translation,
      })),
      { language, origin: 'machine', model, articleId, since },
    )
    for (const [index, { key, translation }] of made.entries())
      texts.set(key, { id: Number(ids[index]), translation, origin: 'machine' })
    failures.push(...failed)
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

function sourceOf(wanted: Map<string, Segment>, planned: readonly PlannedSegment[]) {
  const contexts = new Map(planned.map((one) => [keyOf(one), one.context]))
  return (key: string): SourceText => ({
    context: contexts.get(key) ?? '',
    text: wanted.get(key)?.text ?? '',
  })
}
