import { createHash, randomUUID } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DIGITAL_SOURCE_SCHEME } from '#core/feeds/describe-feed.ts'
import { catalogsOf } from '#core/i18n/publication-catalogs.ts'
import { createTranslator } from '#core/i18n/translator.ts'
import type { SpeechDeps, SpokenArticle } from '#server/features/speech/make-article-audio.ts'
import { endTask, type SpeechTask } from '#server/features/speech/speech-tasks.ts'
import type { SpokenPart } from '#server/features/speech/spoken-parts.ts'
import type { SpokenBy } from '#server/platform/ai/speech-model.ts'
import { joinMp3 } from '#server/platform/audio/join-mp3.ts'
import type { Mp3Frames } from '#server/platform/audio/mp3-frames.ts'
import type { Session, Sql } from '#server/platform/database/connection.ts'
import { saveObjectAs } from '#server/supabase/storage/objects.ts'
import { noteFile, removeUnusedFiles } from '#server/supabase/storage/unused-files.ts'

const BUCKET = 'article-audio'
const TYPE = 'audio/mpeg'
/** A table of contents in the file counts them in one byte. */
const MAX_CHAPTERS = 255

/** Three letters, as ISO 639-2 has them; `und` for a language that is not in the list. */
const ISO_639_2: ReadonlyMap<string, string> = new Map(
  Object.entries({ en: 'eng', es: 'spa', fr: 'fra', de: 'deu', it: 'ita', pt: 'por' }),
)

/** Keeps the file where it reads exactly this: a change that is not heard, such as that of a link, costs nothing. False when it does not. */
export function keepAudio(sql: Sql, task: SpeechTask, parts: readonly SpokenPart[]): Promise<boolean> {
  return sql.transaction(async (transaction) => {
    if (!(await lockWanted(transaction, task))) return false
    const hashes = JSON.stringify(parts.map(({ hash }) => hash))
    const kept = await transaction`
      update private.article_audio set is_current = true
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
  const { sql, storage, settings } = deps
  const { task, article, parts, sounds, voice } = made
  const t = createTranslator(article.language, catalogsOf(settings.current()), settings.current())
  const joined = joinMp3(
    parts.flatMap(({ hash }) => sounds.get(hash) ?? []),
    {
      title: article.title,
      artist: t('site.name'),
      language: ISO_639_2.get(article.language) ?? 'und',
      comment: t('audio.statement', { model: voice.model }),
      more: [['DigitalSourceType', `${DIGITAL_SOURCE_SCHEME}trainedAlgorithmicMedia`]],
      chapters: parts
        .flatMap(({ heading }, part) => (heading === null ? [] : [{ title: heading, part }]))
        .slice(0, MAX_CHAPTERS),
    },
  )
  const id = randomUUID()
  const version = randomUUID()
  const size = joined.bytes.length
  const sha256 = createHash('sha256').update(joined.bytes).digest('hex')
  const path = join(storage.incoming, `${version}.spoken`)
  await noteFile(storage, version)
  try {
    await writeFile(path, joined.bytes, { mode: 0o600 })
    await storage.backend.put(version, { path, size, sha256, type: TYPE })
    const isStored = await sql.transaction(async (transaction) => {
      if (!(await lockWanted(transaction, task))) return false
      const metadata = {
        eTag: `"${sha256.slice(0, 32)}"`,
        size,
        mimetype: TYPE,
        cacheControl: 'no-cache',
        lastModified: new Date().toISOString(),
        contentLength: size,
        httpStatusCode: 200,
      } as const
      const draft = {
        bucket: BUCKET,
        name: `${id}.mp3`,
        owner: null,
        version,
        metadata,
        userMetadata: null,
        upsert: false,
      }
      await saveObjectAs({ query: transaction.run }, draft)
      const stored = parts.map((part, index) => ({ ...part, ...joined.parts[index] }))
      await transaction`
        insert into private.article_audio (article_id, id, model, voice, seconds, bytes, parts)
        values (${article.id}, ${id}, ${voice.model}, ${voice.voice}, ${joined.seconds}, ${size}, ${JSON.stringify(stored)}::jsonb)
        on conflict (article_id) do update set id = excluded.id, is_current = true, model = excluded.model, voice = excluded.voice,
          seconds = excluded.seconds, bytes = excluded.bytes, parts = excluded.parts, made_at = now()`
      await transaction`delete from private.speech_parts where article_id = ${article.id}`
      await endTask(transaction, task)
      return true
    })
    return isStored
  } finally {
    // The database decides whether the file is used.
    await Promise.all([rm(path, { force: true }), removeUnusedFiles(storage, [version])])
  }
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
