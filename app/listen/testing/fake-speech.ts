export interface FakeVoice {
  name: string
  lang: string
  voiceURI: string
  localService: boolean
  default: boolean
}

/** The controls and records of a silent voice, for tests. */
export interface FakeSpeech {
  /** The utterances that were begun, in order. */
  said: { text: string; lang: string; voice: string; rate: number }[]
  isSpeaking(): boolean
  /** The voice has come to a word of the present utterance. */
  reach(charIndex: number): void
  /** It has said all. */
  finish(): void
  fail(error: string): void
  setVoices(voices: FakeVoice[]): void
  /** No further utterance begins. */
  fallSilent(): void
}

/**
 * The Web Speech API of a browser with these voices. Whoever calls it puts the two interfaces in their places. It refers to nothing outside
 * of itself, so that a journey can send it to a browser.
 */
export function createFakeSpeech(voices: FakeVoice[]) {
  interface Utterance {
    text: string
    lang: string
    voice: FakeVoice | null
    rate: number
    onstart?: (event: object) => void
    onboundary?: (event: { charIndex: number }) => void
    onend?: (event: object) => void
    onerror?: (event: { error: string }) => void
  }
  let listed = voices
  let current: Utterance | null = null
  let isSilent = false
  const said: FakeSpeech['said'] = []

  class SpeechSynthesisUtterance {
    lang = ''
    voice: FakeVoice | null = null
    rate = 1
    text: string
    constructor(text: string) {
      this.text = text
    }
  }

  const speechSynthesis = Object.assign(new EventTarget(), {
    getVoices: () => listed,
    speak(utterance: Utterance) {
      const { text, lang, voice, rate } = utterance
      said.push({ text, lang, voice: voice?.name ?? '', rate })
      current = utterance
      if (!isSilent) queueMicrotask(() => utterance.onstart?.({}))
    },
    cancel() {
      const cancelled = current
      current = null
      queueMicrotask(() => cancelled?.onerror?.({ error: 'canceled' }))
    },
    pause() {},
    resume() {},
  })

  const fakeSpeech: FakeSpeech = {
    said,
    isSpeaking: () => current !== null,
    reach: (charIndex) => current?.onboundary?.({ charIndex }),
    finish() {
      const finished = current
      current = null
      finished?.onend?.({})
    },
    fail(error) {
      const failed = current
      current = null
      failed?.onerror?.({ error })
    },
    setVoices(next) {
      listed = next
      speechSynthesis.dispatchEvent(new Event('voiceschanged'))
    },
    fallSilent() {
      isSilent = true
    },
  }
  return { speechSynthesis, SpeechSynthesisUtterance, fakeSpeech }
}
