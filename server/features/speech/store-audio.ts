import type { SpeechDeps, SpokenArticle } from '#server/features/speech/make-article-audio.ts'
import { endTask, type SpeechTask } from '#server/features/speech/speech-tasks.ts'
import type { SpokenPart } from '#server/features/speech/spoken-parts.ts'
import { storeRecording } from '#server/features/speech/store-recording.ts'
import type { SpokenBy } from '#server/platform/ai/speech-model.ts'
import type { Mp3Frames } from '#server/platform/audio/mp3-frames.ts'
import type { Session, Sql } from '#server/platform/database/connection.ts'

/** Keeps the file where it reads exactly this: a change that is not heard, such as that of a link, costs nothing, and is written along. False when it does not. */
export function keepAudio(sql: Sql, task: SpeechTask, parts: readonly SpokenPart[]): Promise<boolean> {
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
export async function storeAudio(
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
 * Whether the article is published and has not changed since. It is locked until the end of the transaction, so that a change waits and finds
 * what is stored.
 */
async function lockWanted(transaction: Session, { articleId, wantedAt }: SpeechTask): Promise<boolean> {
  const published = await transaction`
    select id from public.articles where id = ${articleId} and published for share`
  const wanted = await transaction`
    select article_id from private.speech_tasks where article_id = ${articleId} and wanted_at = ${wantedAt}::timestamptz for update`
  return published.length > 0 && wanted.length > 0
}
