import type { Narrator, NarratorEvents } from '#app/listen/narrator.ts'
import type { ArticleAudio } from '#core/speech/article-audio.ts'
import type { SpokenBlock } from '#core/speech/read-blocks.ts'

interface Recorded {
  audio: ArticleAudio
  blocks: () => readonly SpokenBlock[]
  rate: number
}

/** Plays the recording of an article. */
export function playRecording({ audio, blocks, rate }: Recorded, events: NarratorEvents): Narrator {
  const sound = new Audio(audio.url)
  sound.preload = 'auto'
  sound.playbackRate = sound.defaultPlaybackRate = rate
  let told = -1

  function tell(): void {
    const place = audio.blocks.findLast(({ start }) => start <= sound.currentTime + 0.05)
    const index = place ? blocks().findIndex(({ id }) => id === place.id) : -1
    if (index === told || index < 0) return
    told = index
    events.onBlock(index)
  }
  sound.ontimeupdate = tell
  sound.onended = () => {
    sound.currentTime = 0
    told = -1
    events.onEnd()
  }
  sound.onerror = () => events.onProblem('recording', 'stopped')

  return {
    play() {
      // A pause before the sound has begun rejects, and is none of our concern; an error of the sound has its own event.
      sound.play().catch((error: DOMException) => {
        if (error.name === 'NotAllowedError') events.onProblem('silent', 'stopped')
      })
    },
    pause: () => sound.pause(),
    seek(index) {
      const later = blocks()
        .slice(index)
        .map(({ id }) => id)
      // A block that is not in the recording is passed over.
      const place = later.flatMap((id) => audio.blocks.find((block) => block.id === id) ?? [])[0]
      if (!place) return
      sound.currentTime = place.start
      told = index + later.indexOf(place.id)
      events.onBlock(told)
    },
    renumber(next) {
      told = next
    },
    setRate(next) {
      sound.playbackRate = next
    },
    close() {
      sound.ontimeupdate = sound.onended = sound.onerror = null
      sound.pause()
      sound.removeAttribute('src')
      sound.load()
    },
  }
}
