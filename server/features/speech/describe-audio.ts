import { singleLine } from '#core/feeds/escape.ts'
import type { SpokenPart } from '#server/features/speech/spoken-parts.ts'
import type { JoinedSound } from '#server/platform/audio/join-mp3.ts'

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
