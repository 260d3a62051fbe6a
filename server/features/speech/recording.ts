import { createHash, randomUUID } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DIGITAL_SOURCE_SCHEME } from '#core/feeds/describe-feed.ts'
import { singleLine } from '#core/feeds/escape.ts'
import type { Language } from '#core/i18n/languages.ts'
import { catalogsOf } from '#core/i18n/publication-catalogs.ts'
import { createTranslator } from '#core/i18n/translator.ts'
import { factsOf } from '#core/languages/facts-of.ts'
import type { SpeechDeps } from '#server/features/speech/make-article-audio.ts'
import type { SpokenPart } from '#server/features/speech/spoken-parts.ts'
import type { SpokenBy } from '#server/platform/ai/speech-model.ts'
import { type JoinedSound, joinMp3 } from '#server/platform/audio/join-mp3.ts'
import type { Mp3Frames } from '#server/platform/audio/mp3-frames.ts'
import type { Session } from '#server/platform/database/connection.ts'
import { saveObjectAs } from '#server/supabase/storage/objects.ts'
import { noteFile, removeUnusedFiles } from '#server/supabase/storage/unused-files.ts'

const BUCKET = 'article-audio'
const TYPE = 'audio/mpeg'
/** A table of contents in the file counts them in one byte. */
const MAX_CHAPTERS = 255

interface StoredRecording {
  id: string
  seconds: number
  bytes: number
  parts: StoredPart[]
}

/**
 * Joins sounds into a file that says who speaks, and stores it where `record` has written it down, in the same transaction. Whether it was
 * stored: it is not when `record` returns false.
 */
export async function storeRecording(
  { sql, storage, settings }: SpeechDeps,
  spoken: {
    id?: string
    title: string
    language: Language
    /** The message that says that a machine speaks. */
    statement: 'audio.statement' | 'audio.issueStatement'
    parts: readonly SpokenPart[]
    sounds: ReadonlyMap<string, Mp3Frames>
    voice: SpokenBy
  },
  record: (transaction: Session, stored: StoredRecording) => Promise<boolean>,
): Promise<boolean> {
  const { id = randomUUID(), title, language, parts, sounds, voice } = spoken
  const t = createTranslator(language, catalogsOf(settings.current()), settings.current())
  const joined = joinMp3(
    parts.flatMap(({ hash }) => sounds.get(hash) ?? []),
    {
      title,
      artist: t('site.name'),
      language: factsOf(language)?.iso3 ?? 'und',
      comment: t(spoken.statement, { model: voice.model }),
      more: [['DigitalSourceType', `${DIGITAL_SOURCE_SCHEME}trainedAlgorithmicMedia`]],
      chapters: parts
        .flatMap(({ heading }, part) => (heading === null ? [] : [{ title: heading, part }]))
        .slice(0, MAX_CHAPTERS),
    },
  )
  const version = randomUUID()
  const size = joined.bytes.length
  const sha256 = createHash('sha256').update(joined.bytes).digest('hex')
  const path = join(storage.incoming, `${version}.spoken`)
  await noteFile(storage, version)
  try {
    await writeFile(path, joined.bytes, { mode: 0o600 })
    await storage.backend.put(version, { path, size, sha256, type: TYPE })
    return await sql.transaction(async (transaction) => {
      const stored = parts.map((part, index) => ({ ...part, ...joined.parts[index] }) as StoredPart)
      if (!(await record(transaction, { id, seconds: joined.seconds, bytes: size, parts: stored })))
        return false
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
      return true
    })
  } finally {
    // The database decides whether the file is used.
    await Promise.all([rm(path, { force: true }), removeUnusedFiles(storage, [version])])
  }
}

/** A part of the sound of an article, as the database has it. One of an older release has only what is said. */
export type StoredPart = Omit<SpokenPart, 'written'> & { written?: string } & JoinedSound['parts'][number]

/** The chapters of a sound (https://github.com/Podcastindex-org/podcast-namespace, JSON Chapters 1.2). */
export function writeChapters({ title, parts }: { title: string; parts: readonly StoredPart[] }): string {
  const chapters = parts.flatMap(({ heading, start }) =>
    heading === null ? [] : [{ startTime: Number(start.toFixed(3)), title: singleLine(heading) }],
  )
  return JSON.stringify({ version: '1.2.0', title: singleLine(title), chapters })
}

/** The text as it is written, with the times at which it is said, in WebVTT (https://www.w3.org/TR/webvtt1/). */
export function writeTranscript(parts: readonly StoredPart[], seconds: number): string {
  const cues = parts.map(({ text, written = text, start }, index) => {
    const end = parts[index + 1]?.start ?? seconds
    return `${timestamp(start)} --> ${timestamp(end)}\n${cueText(written)}\n`
  })
  return `WEBVTT\n\n${cues.join('\n')}`
}

/** In one line, because an empty one would end it, with the characters escaped that mean something. */
function cueText(text: string): string {
  return singleLine(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

function timestamp(seconds: number): string {
  const milliseconds = Math.round(seconds * 1000)
  const part = (unit: number, size: number, width: number) =>
    String(Math.floor(milliseconds / unit) % size).padStart(width, '0')
  return `${part(3_600_000, 100, 2)}:${part(60_000, 60, 2)}:${part(1000, 60, 2)}.${part(1, 1000, 3)}`
}
