import type { SpokenPart } from '#server/features/speech/spoken-parts.ts'
import type { LanguageModel } from '#server/platform/ai/language-model.ts'
import { abortedError } from '#server/platform/ai/model-error.ts'
import type { SpokenBy } from '#server/platform/ai/speech-model.ts'
import type { Mp3Frames } from '#server/platform/audio/mp3-frames.ts'

/** How many parts of a text are asked for at once; the places are those of all models. */
const AT_ONCE = 3

/**
 * Has the speech model read the parts of which there is no sound yet. Each sound is kept when it comes, because it was paid for.
 * @throws ModelError
 */
export async function askForSounds(
  ai: Pick<LanguageModel, 'speak'>,
  work: {
    parts: readonly SpokenPart[]
    voice: SpokenBy
    language: string
    caller: string
    signal: AbortSignal
    /** Those that are there, by the hashes of their parts. */
    sounds: Map<string, Mp3Frames>
    /** Whether the others are still wanted. */
    keep(part: SpokenPart, sound: Mp3Frames): Promise<boolean>
  },
): Promise<Map<string, Mp3Frames>> {
  const { parts, voice, language, caller, sounds } = work
  const missing = [...new Map(parts.map((part) => [part.hash, part])).values()].filter(
    ({ hash }) => !sounds.has(hash),
  )
  // The first failure ends what is under way, and nothing else is paid for.
  const failure = new AbortController()
  const signal = AbortSignal.any([work.signal, failure.signal])
  let isWanted = true
  const makeNext = async (): Promise<void> => {
    for (let part = missing.shift(); part && isWanted && !signal.aborted; part = missing.shift()) {
      const sound = await ai.speak({ text: part.text, language, voice, caller, signal })
      sounds.set(part.hash, sound)
      // What is under way then is paid for too, and may be of a part that stays.
      if (!(await work.keep(part, sound))) isWanted = false
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
  if (!isWanted || work.signal.aborted) throw abortedError()
  return sounds
}
