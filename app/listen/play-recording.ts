import { endSound } from '#app/listen/end-sound.ts'
import type { Narrator, NarratorEvents } from '#app/listen/narrator.ts'
import type { ArticleAudio } from '#core/speech/article-audio.ts'
import type { SpokenBlock } from '#core/speech/read-blocks.ts'

/** A recording that is silent for so long is given up: its server does not answer, or the network is gone. */
const SILENT_MS = 10_000

/** A recording whose sound was begun by a press. */
export interface Recording {
  audio: ArticleAudio
  sound: HTMLAudioElement
}

interface Recorded extends Recording {
  blocks: readonly SpokenBlock[]
  rate: number
}

/** Plays the recording of an article. */
export function playRecording({ audio, sound, blocks, rate }: Recorded, events: NarratorEvents): Narrator {
  sound.playbackRate = sound.defaultPlaybackRate = rate
  let told = -1
  let isClosed = false
  let timer: ReturnType<typeof setTimeout> | undefined

  function tell(): void {
    const place = audio.blocks.findLast(({ start }) => start <= sound.currentTime + 0.05)
    const index = place ? blocks.findIndex(({ id }) => id === place.id) : -1
    if (index === told || index < 0) return
    told = index
    events.onBlock(index)
  }
  function fail(problem: 'recording' | 'silent'): void {
    clearTimeout(timer)
    if (!isClosed) events.onProblem(problem, 'stopped')
  }
  function awaitSound(): void {
    clearTimeout(timer)
    timer = setTimeout(() => fail('recording'), SILENT_MS)
  }
  sound.onplaying = () => clearTimeout(timer)
  sound.onwaiting = awaitSound
  sound.ontimeupdate = tell
  sound.onended = () => events.onEnd()
  sound.onerror = () => fail('recording')

  return {
    play() {
      awaitSound()
      // A pause before the sound has begun rejects, too, and is none of our concern.
      sound.play().catch(({ name }: DOMException) => {
        if (name === 'NotAllowedError') fail('silent')
        if (name === 'NotSupportedError') fail('recording')
      })
    },
    pause() {
      clearTimeout(timer)
      sound.pause()
    },
    seek(index) {
      const later = blocks.slice(index).map(({ id }) => id)
      // A block that is not in the recording is passed over.
      const place = later.flatMap((id) => audio.blocks.find((block) => block.id === id) ?? [])[0]
      if (!place) return
      sound.currentTime = place.start
      told = index + later.indexOf(place.id)
      events.onBlock(told)
    },
    setRate(next) {
      sound.playbackRate = next
    },
    close() {
      isClosed = true
      clearTimeout(timer)
      sound.onplaying = sound.onwaiting = sound.ontimeupdate = sound.onended = sound.onerror = null
      endSound(sound)
    },
  }
}
