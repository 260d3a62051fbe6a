import { buffer } from 'node:stream/consumers'
import type { Article } from '#core/domain/article.ts'
import type { Services } from '#server/features/services.ts'
import { askForSounds } from '#server/features/speech/ask-for-sounds.ts'
import { type StoredPart, storeRecording } from '#server/features/speech/recording.ts'
import {
  claimTask,
  endTask,
  keepClaim,
  recordFailure,
  releaseTask,
  type SpeechTask,
  waitForBudget,
} from '#server/features/speech/speech-tasks.ts'
import { problemOfParts, type SpokenPart, spokenParts } from '#server/features/speech/spoken-parts.ts'
import { ModelError } from '#server/platform/ai/model-error.ts'
import { type SpokenBy, spokenBy } from '#server/platform/ai/speech-model.ts'
import { type Mp3Frames, readMp3Frames, UnusableAudio } from '#server/platform/audio/mp3-frames.ts'
import type { Session, Sql } from '#server/platform/database/connection.ts'
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

/** Tells whether the failure was one of those that are expected, which the desk shows. */
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

/** Keeps the file where it reads exactly this: a change that is not heard, such as that of a link, costs nothing, and is written along. False when it does not. */
function keepAudio(sql: Sql, task: SpeechTask, parts: readonly SpokenPart[]): Promise<boolean> {
  return sql.transaction(async (transaction) => {
    if (!(await lockWanted(transaction, task))) return false
    const hashes = JSON.stringify(parts.map(({ hash }) => hash))
    const kept = await transaction`
      update private.article_audio set is_current = true, parts = (
        select jsonb_agg(old.part || new.part order by place)
        from jsonb_array_elements(parts) with ordinality as old (part, place)
        join jsonb_array_elements(${JSON.stringify(parts)}::jsonb) with ordinality as new (part, place) using (place))
      where article_id = ${task.articleId} and jsonb_path_query_array(parts, '$[*].hash') = ${hashes}::jsonb returning id`
    if (kept.length > 0) await endTask(transaction, task)
    return kept.length > 0
  })
}

/** Stores the sound of an article, unless its text has changed since it was read. Whether it was stored. */
async function storeAudio(
  deps: SpeechDeps,
  made: {
    task: SpeechTask
    article: SpokenArticle
    parts: readonly SpokenPart[]
    sounds: ReadonlyMap<string, Mp3Frames>
    voice: SpokenBy
  },
): Promise<boolean> {
  const { task, article, parts, sounds, voice } = made
  const { title, language } = article
  return storeRecording(
    deps,
    { title, language, statement: 'audio.statement', parts, sounds, voice },
    async (transaction, stored) => {
      if (!(await lockWanted(transaction, task))) return false
      await transaction`
      insert into private.article_audio (article_id, id, model, voice, seconds, bytes, parts)
      values (${article.id}, ${stored.id}, ${voice.model}, ${voice.voice}, ${stored.seconds}, ${stored.bytes}, ${JSON.stringify(stored.parts)}::jsonb)
      on conflict (article_id) do update set id = excluded.id, is_current = true, model = excluded.model, voice = excluded.voice,
        seconds = excluded.seconds, bytes = excluded.bytes, parts = excluded.parts, made_at = now()`
      await transaction`delete from private.speech_parts where article_id = ${article.id}`
      await endTask(transaction, task)
      return true
    },
  )
}

/**
 * Tells whether the article is published and has not changed since. It is locked until the end of the transaction, so that a change waits
 * and finds what is stored.
 */
async function lockWanted(transaction: Session, { articleId, wantedAt }: SpeechTask): Promise<boolean> {
  const published = await transaction`
    select id from public.articles where id = ${articleId} and published for share`
  const wanted = await transaction`
    select article_id from private.speech_tasks where article_id = ${articleId} and wanted_at = ${wantedAt}::timestamptz for update`
  return published.length > 0 && wanted.length > 0
}

/**
 * The sounds of all parts by their hash. Those that the present file of the article has, or that were made for a file which was never
 * completed, are not asked for again.
 * @throws ModelError
 */
async function collectSounds(
  deps: SpeechDeps,
  work: {
    task: SpeechTask
    parts: readonly SpokenPart[]
    voice: SpokenBy
    language: string
    signal: AbortSignal
  },
): Promise<Map<string, Mp3Frames>> {
  const { sql, ai } = deps
  const { task } = work
  const { articleId } = task
  const sounds = new Map([
    ...(await readPresentFile(deps, articleId)),
    ...(await readMadeParts(deps, articleId)),
  ])
  return askForSounds(ai, {
    ...work,
    caller: articleId,
    sounds,
    keep: async ({ hash }, { bytes }) => {
      await sql`
        insert into private.speech_parts (article_id, hash, audio)
        select id, ${hash}, ${Buffer.from(bytes)} from public.articles where id = ${articleId}
        on conflict do nothing`
      return keepClaim(sql, task)
    },
  })
}

async function readMadeParts({ sql }: SpeechDeps, articleId: string): Promise<[string, Mp3Frames][]> {
  const rows = await sql<{ hash: string; audio: Buffer }[]>`
    select hash, audio from private.speech_parts where article_id = ${articleId}`
  return rows.map(({ hash, audio }) => [hash, readMp3Frames(audio)])
}

async function readPresentFile(
  { sql, storage }: SpeechDeps,
  articleId: string,
): Promise<[string, Mp3Frames][]> {
  const [row] = await sql<{ parts: StoredPart[]; version: string }[]>`
    select audio.parts, object.version from private.article_audio as audio
    join storage.objects as object on object.bucket_id = 'article-audio' and object.name = audio.id || '.mp3'
    where audio.article_id = ${articleId}`
  const stream = row && (await storage.backend.read(row.version))
  if (!row || !stream) return []
  const file = await buffer(stream)
  return row.parts.map(({ hash, offset, length }) => [
    hash,
    readMp3Frames(file.subarray(offset, offset + length)),
  ])
}
