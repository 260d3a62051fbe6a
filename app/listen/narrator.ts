/** The reason why an article is not read, or is read in another way than before. Each has its message (`player.problem.…`). */
export type ListenProblem = 'unable' | 'noVoice' | 'voiceGone' | 'silent' | 'recording'

/** Reads the blocks of an article aloud, by a voice of the browser or from a recording. */
export interface Narrator {
  /** Goes on where it was paused. */
  play(): void
  pause(): void
  /** Goes to the beginning of a block. */
  seek(index: number): void
  setRate(rate: number): void
  /** Ends for good, and releases its resources. */
  close(): void
}

/** The events that a narrator sends to the player. */
export interface NarratorEvents {
  onBlock(index: number): void
  onEnd(): void
  /** It continues by itself, or has stopped and waits for `play`. */
  onProblem(problem: ListenProblem, state: 'goes-on' | 'stopped'): void
}

/** Words with which vendors mark their better voices. */
const BETTER = /\b(?:natural|neural|premium|enhanced|siri|wavenet|online)\b/i
/** Voices for fun, which macOS lists with the others. */
const NOVELTY =
  /^(?:Albert|Bad News|Bahh|Bells|Boing|Bubbles|Cellos|Deranged|Good News|Hysterical|Jester|Junior|Organ|Pipe Organ|Ralph|Superstar|Trinoids|Whisper|Wobble|Zarvox|Fred)\b/
/** The time that a browser has to list its voices: Chrome does so only after it was first asked. */
const LIST_MS = 2_000

type Voice = Pick<SpeechSynthesisVoice, 'lang' | 'name' | 'localService' | 'default' | 'voiceURI'>

/** The best voice of a language, of its usual country where there is a choice; null without one. */
export function chooseVoice<V extends Voice>(
  voices: readonly V[],
  locale: string,
  failed: ReadonlySet<string> = new Set(),
): V | null {
  const [language] = locale.split('-')
  const fitting = voices.filter(
    (voice) => tagOf(voice).split('-')[0] === language && !failed.has(voice.voiceURI),
  )
  const [best = null] = fitting.toSorted((a, b) => score(b, locale) - score(a, locale))
  return best
}

function score(voice: Voice, locale: string): number {
  return (
    (NOVELTY.test(voice.name) ? -100 : 0) +
    (BETTER.test(voice.name) ? 20 : 0) +
    (/^Google /.test(voice.name) ? 10 : 0) +
    (tagOf(voice) === locale.toLowerCase() ? 5 : 0) +
    (voice.default ? 2 : 0) +
    // A voice of the device needs no network.
    (voice.localService ? 1 : 0)
  )
}

/** Android writes `de_DE`. */
const tagOf = ({ lang }: Voice): string => lang.replace('_', '-').toLowerCase()

/** The voices of the browser, as soon as it has listed some. */
export function listVoices(synthesis: SpeechSynthesis): Promise<SpeechSynthesisVoice[]> {
  const voices = synthesis.getVoices()
  if (voices.length > 0) return Promise.resolve(voices)
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      synthesis.removeEventListener('voiceschanged', done)
      resolve(synthesis.getVoices())
    }
    const timer = setTimeout(done, LIST_MS)
    synthesis.addEventListener('voiceschanged', done)
  })
}
