import { buffer } from 'node:stream/consumers'
import { askForSounds } from '#server/features/speech/ask-for-sounds.ts'
import type { StoredPart } from '#server/features/speech/describe-audio.ts'
import type { SpeechDeps } from '#server/features/speech/make-article-audio.ts'
import { keepClaim, type SpeechTask } from '#server/features/speech/speech-tasks.ts'
import type { SpokenPart } from '#server/features/speech/spoken-parts.ts'
import type { SpokenBy } from '#server/platform/ai/speech-model.ts'
import { type Mp3Frames, readMp3Frames } from '#server/platform/audio/mp3-frames.ts'

/**
 * The sounds of all parts by their hash. Those that the present file of the article has, or that were made for a file which was never
 * completed, are not asked for again.
 * @throws ModelError
 */
export async function collectSounds(
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
