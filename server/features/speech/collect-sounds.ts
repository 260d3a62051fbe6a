import { buffer } from 'node:stream/consumers'
import type { StoredPart } from '#server/features/speech/describe-audio.ts'
import type { SpeechDeps } from '#server/features/speech/make-article-audio.ts'
import { keepClaim, type SpeechTask } from '#server/features/speech/speech-tasks.ts'
import type { SpokenPart } from '#server/features/speech/spoken-parts.ts'
import { abortedError } from '#server/platform/ai/model-error.ts'
import type { SpokenBy } from '#server/platform/ai/speech-model.ts'
import { type Mp3Frames, readMp3Frames } from '#server/platform/audio/mp3-frames.ts'

/** How many parts of an article are asked for at once; the places are those of all models. */
const AT_ONCE = 3

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
  const { task, parts, voice, language } = work
  const { articleId } = task
  const sounds = new Map([
    ...(await readPresentFile(deps, articleId)),
    ...(await readMadeParts(deps, articleId)),
  ])
  const missing = [...new Map(parts.map((part) => [part.hash, part])).values()].filter(
    ({ hash }) => !sounds.has(hash),
  )
  // The first failure ends what is under way, and nothing else is paid for.
  const failure = new AbortController()
  const signal = AbortSignal.any([work.signal, failure.signal])
  const makeNext = async (): Promise<void> => {
    for (let part = missing.shift(); part && !signal.aborted; part = missing.shift()) {
      const sound = await ai.speak({ text: part.text, language, voice, caller: articleId, signal })
      await sql`
        insert into private.speech_parts (article_id, hash, audio)
        select id, ${part.hash}, ${Buffer.from(sound.bytes)} from public.articles where id = ${articleId}
        on conflict do nothing`
      sounds.set(part.hash, sound)
      if (!(await keepClaim(sql, task))) throw abortedError()
    }
  }
  const workers = Array.from({ length: AT_ONCE }, () =>
    makeNext().catch((error: unknown) => {
      failure.abort()
      throw error
    }),
  )
  const outcomes = await Promise.allSettled(workers)
  // The others were aborted by the first failure.
  const failed = outcomes.filter((outcome) => outcome.status === 'rejected').map(({ reason }) => reason)
  if (failed.length > 0) throw failed.find((error) => error.code !== 'aborted') ?? failed[0]
  if (work.signal.aborted) throw abortedError()
  return sounds
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
