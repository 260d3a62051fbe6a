import { chooseVoice, type Narrator, type NarratorEvents } from '#app/listen/narrator.ts'
import type { SpokenBlock } from '#core/speech/read-blocks.ts'

/** A voice that has not begun by then will not. */
const SILENT_MS = 6_000
/** Errors of a voice that another voice may not have (Web Speech API, SpeechSynthesisErrorCode). */
const OF_THE_VOICE: readonly SpeechSynthesisErrorCode[] = [
  'language-unavailable',
  'network',
  'synthesis-failed',
  'voice-unavailable',
]

interface Spoken {
  blocks: readonly SpokenBlock[]
  locale: string
  voice: SpeechSynthesisVoice
  rate: number
  onVoice(voice: SpeechSynthesisVoice): void
}

/**
 * Has a voice of the browser read. To pause it cancels, and continues at the last word that was begun, because `pause()` of the Web Speech
 * API does nothing on Android and loses the rest elsewhere.
 */
export function speakBlocks({ blocks, locale, onVoice, ...start }: Spoken, events: NarratorEvents): Narrator {
  const synthesis = window.speechSynthesis
  const failed = new Set<string>()
  let { voice, rate } = start
  let [index, piece, offset] = [0, 0, 0]
  let pieces: string[] = []
  /** The present utterance; late events of others are ignored. It is also kept because Chrome ends utterances without a reference. */
  let current: SpeechSynthesisUtterance | null = null
  let timer: ReturnType<typeof setTimeout> | undefined

  function enter(next: number): boolean {
    const block = blocks[next]
    if (!block) return false
    index = next
    piece = offset = 0
    pieces = splitSentences(block.text, locale)
    return true
  }

  function stop(): void {
    current = null
    clearTimeout(timer)
    synthesis.cancel()
  }

  function speak(): void {
    const text = pieces[piece]
    if (text === undefined) {
      if (enter(index + 1)) {
        events.onBlock(index)
        speak()
      } else end()
      return
    }
    const from = offset
    const utterance = new SpeechSynthesisUtterance(text.slice(from))
    current = utterance
    utterance.lang = voice.lang
    utterance.voice = voice
    utterance.rate = rate
    utterance.onstart = () => clearTimeout(timer)
    utterance.onboundary = ({ charIndex }) => {
      if (current === utterance) offset = from + charIndex
    }
    utterance.onend = () => {
      if (current !== utterance) return
      clearTimeout(timer)
      piece += 1
      offset = 0
      speak()
    }
    utterance.onerror = ({ error }) => {
      if (current !== utterance) return
      if (OF_THE_VOICE.includes(error)) {
        failed.add(voice.voiceURI)
        changeVoice()
      } else fail('silent')
    }
    timer = setTimeout(() => fail('silent'), SILENT_MS)
    synthesis.speak(utterance)
  }

  function end(): void {
    stop()
    enter(0)
    events.onEnd()
  }

  function fail(problem: 'silent' | 'noVoice'): void {
    stop()
    events.onProblem(problem, 'stopped')
  }

  function changeVoice(): void {
    const isPlaying = current !== null
    const other = chooseVoice(synthesis.getVoices(), locale, failed)
    if (!other) {
      // The next try may take any voice again.
      failed.clear()
      fail('noVoice')
      return
    }
    voice = other
    onVoice(other)
    events.onProblem('voiceGone', isPlaying ? 'goes-on' : 'stopped')
    if (!isPlaying) return
    stop()
    speak()
  }

  const noteVoices = () => {
    if (!synthesis.getVoices().some(({ voiceURI }) => voiceURI === voice.voiceURI)) changeVoice()
  }
  synthesis.addEventListener('voiceschanged', noteVoices)
  enter(0)

  return {
    play() {
      stop()
      events.onBlock(index)
      speak()
    },
    pause: stop,
    seek(next) {
      const isPlaying = current !== null
      if (!enter(next)) return
      stop()
      events.onBlock(index)
      if (isPlaying) speak()
    },
    setRate(next) {
      rate = next
      if (!current) return
      stop()
      speak()
    },
    close() {
      synthesis.removeEventListener('voiceschanged', noteVoices)
      stop()
    },
  }
}

/** Chrome's voices from the network stop in the middle of longer ones. */
const MAX_LENGTH = 220

/** A text in pieces that a voice reads in one breath: sentences, and of a long one its parts. */
export function splitSentences(text: string, locale: string): string[] {
  const sentences = [...new Intl.Segmenter(locale, { granularity: 'sentence' }).segment(text)].map(
    ({ segment }) => segment,
  )
  return sentences.flatMap(splitLong).filter((piece) => piece.trim() !== '')
}

function splitLong(sentence: string): string[] {
  const pieces: string[] = []
  let rest = sentence
  while (rest.length > MAX_LENGTH) {
    const start = rest.slice(0, MAX_LENGTH)
    const pause = Math.max(start.lastIndexOf(', '), start.lastIndexOf('; '), start.lastIndexOf(': ')) + 1
    const end = pause > MAX_LENGTH / 3 ? pause : start.lastIndexOf(' ') + 1 || MAX_LENGTH
    pieces.push(rest.slice(0, end))
    rest = rest.slice(end)
  }
  return [...pieces, rest]
}
