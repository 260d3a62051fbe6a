import type { Article } from '#core/domain/article.ts'
import type { Services } from '#server/features/services.ts'
import { collectSounds } from '#server/features/speech/collect-sounds.ts'
import {
  claimTask,
  endTask,
  recordFailure,
  releaseTask,
  type SpeechTask,
  waitForBudget,
} from '#server/features/speech/speech-tasks.ts'
import { problemOfParts, spokenParts } from '#server/features/speech/spoken-parts.ts'
import { keepAudio, storeAudio } from '#server/features/speech/store-audio.ts'
import { ModelError } from '#server/platform/ai/model-error.ts'
import { spokenBy } from '#server/platform/ai/speech-model.ts'
import { UnusableAudio } from '#server/platform/audio/mp3-frames.ts'
import { offTurn } from '#server/platform/process/off-turn.ts'

export type SpeechDeps = Pick<Services, 'sql' | 'ai' | 'storage' | 'settings' | 'log'>

export type SpokenArticle = Pick<Article, 'id' | 'title' | 'subtitle' | 'content' | 'language'>

/**
 * Makes the sound of every article that waits for it. Safe to repeat after an interruption: what was paid for is stored part by part, and a
 * text that changed meanwhile is begun again with the parts that stay.
 */
export async function makeArticleAudio(deps: SpeechDeps, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && (await deps.ai.speechOf())) {
    const task = await claimTask(deps.sql)
    if (!task) return
    try {
      await makeOne(deps, task, signal)
    } catch (error) {
      if (!(await settleFailure(deps, task, error))) throw error
    } finally {
      await releaseTask(deps.sql, task)
    }
  }
}

async function makeOne(deps: SpeechDeps, task: SpeechTask, signal: AbortSignal): Promise<void> {
  const { sql, ai } = deps
  const [article] = await sql<SpokenArticle[]>`
    select id, title, subtitle, content, language
    from public.articles where id = ${task.articleId} and published`
  const connection = await ai.speechOf()
  if (!article) return endTask(sql, task)
  if (!connection) return
  const voice = spokenBy(connection, article.language)
  const place = 'server/features/speech/spoken-parts.ts#spokenParts'
  const parts = await offTurn(place, spokenParts, article, voice)
  const problem = problemOfParts(parts, 'article')
  if (problem) return recordFailure(sql, task, { problem, isFinal: true })
  if (await keepAudio(sql, task, parts)) return
  const sounds = await collectSounds(deps, { task, parts, voice, language: article.language, signal })
  await storeAudio(deps, { task, article, parts, sounds, voice })
}

/** Whether the failure was one of those that are expected, which the desk shows. */
async function settleFailure({ sql, log }: SpeechDeps, task: SpeechTask, error: unknown): Promise<boolean> {
  if (error instanceof UnusableAudio) {
    // The server has begun to send another kind of sound, so that nothing of the old kind can be used.
    await sql`delete from private.speech_parts where article_id = ${task.articleId}`
    await sql`delete from private.article_audio where article_id = ${task.articleId}`
    await recordFailure(sql, task, { problem: `The sounds cannot be joined: ${error.message}` })
    return true
  }
  if (!(error instanceof ModelError)) {
    await recordFailure(sql, task, { problem: 'The server had a problem of its own. Its log says more.' })
    return false
  }
  if (error.code === 'paused_by_budget') await waitForBudget(sql, task, error.message)
  else if (error.code !== 'aborted') {
    log.warn(`The article ${task.articleId} could not be read aloud: ${error.message}`)
    await recordFailure(sql, task, { problem: error.message })
  }
  return true
}
