import type { SpokenPart } from '#server/features/speech/spoken-parts.ts'
import type { LanguageModel } from '#server/platform/ai/language-model.ts'
import { abortedError } from '#server/platform/ai/model-error.ts'
import type { SpokenBy } from '#server/platform/ai/speech-model.ts'
import type { Mp3Frames } from '#server/platform/audio/mp3-frames.ts'

/** The number of parts of a text that are asked for at once; the places are those of all models. */
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
    /** Tells whether the others are still wanted. */
    keep(part: SpokenPart, sound: Mp3Frames): Promise<boolean>
  },
): Promise<Map<string, Mp3Frames>> {
  const { parts, voice, language, caller, sounds, signal } = work
  const missing = [...new Map(parts.map((part) => [part.hash, part])).values()].filter(
    ({ hash }) => !sounds.has(hash),
  )
  let isWanted = true
  // The first failure ends the asking. What is under way by then is paid for as well, so it is waited for and kept.
  let hasFailed = false
  const makeNext = async (): Promise<void> => {
    for (
      let part = missing.shift();
      part && isWanted && !hasFailed && !signal.aborted;
      part = missing.shift()
    ) {
      const sound = await ai.speak({ text: part.text, language, voice, caller, signal })
      sounds.set(part.hash, sound)
      if (!(await work.keep(part, sound))) isWanted = false
    }
  }
  const workers = Array.from({ length: AT_ONCE }, () =>
    makeNext().catch((error: unknown) => {
      hasFailed = true
      throw error
    }),
  )
  const failed = (await Promise.allSettled(workers)).find(({ status }) => status === 'rejected')
  if (failed?.status === 'rejected') throw failed.reason
  if (!isWanted || signal.aborted) throw abortedError()
  return sounds
}
