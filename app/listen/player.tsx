import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { endSound } from '#app/listen/end-sound.ts'
import {
  chooseVoice,
  type ListenProblem,
  listVoices,
  type Narrator,
  type NarratorEvents,
} from '#app/listen/narrator.ts'
import { type BarAction, type BarState, PlayerBar } from '#app/listen/player-bar.tsx'
import { speakBlocks } from '#app/listen/speak-blocks.ts'
import { type Language, localeOf } from '#core/i18n/languages.ts'
import type { TranslateOnPage } from '#core/i18n/translator.ts'
import type { ArticleAudio } from '#core/speech/article-audio.ts'
import type { BlockOnPage, SpokenBlock } from '#core/speech/read-blocks.ts'

interface PlayerOptions {
  title: string
  /** The blocks as they were when the player was opened: a browser that translates the page does not change the text that is read aloud. */
  blocks: readonly BlockOnPage[]
  /** The language of the article. */
  language: Language
  recording: Recording | null
  t: TranslateOnPage
  /** The language of the page. */
  pageLanguage: Language
  onClose(): void
}

export interface Player {
  play(): void
  close(): void
}

/** The speed that was chosen last, as long as the page is not loaded anew. */
let rate = 1

/** Opens the bar, which has the focus then. */
export function openPlayer(options: PlayerOptions): Player {
  const { title, blocks, language, recording, t, pageLanguage, onClose } = options
  const locale = localeOf(language)
  let isClosed = false
  let narrator: Narrator | null = null
  let isRecorded = recording !== null
  let timer: ReturnType<typeof setTimeout> | undefined
  const state: BarState = {
    isPlaying: false,
    isFollowed: true,
    index: 0,
    said: { text: '', language: pageLanguage },
    sleep: null,
  }
  const place = document.createElement('div')
  const root = createRoot(place)
  document.body.append(place)
  flushSync(() => show({}))
  const bar = place.firstElementChild as HTMLElement
  bar.querySelector<HTMLElement>('[data-does=toggle]')?.focus({ preventScroll: true })
  const text = followText(bar, (isFollowed) => show({ isFollowed }))
  const lockScreen = showOnLockScreen({ title, album: isRecorded ? t('player.recorded') : '' }, act)

  const events: NarratorEvents = {
    onBlock(index) {
      const block = blocks[index]
      if (block) text.show(block.element)
      show({ index })
    },
    onEnd() {
      setPlaying(false)
      say(t('player.ended'))
    },
    onProblem(problem, outcome) {
      if (outcome === 'stopped') setPlaying(false)
      if (problem === 'recording') void leaveRecording()
      else sayProblem(problem)
    },
  }

  function show(change: Partial<BarState>): void {
    if (isClosed) return
    Object.assign(state, change)
    root.render(
      <PlayerBar
        {...state}
        {...{ t, rate }}
        language={pageLanguage}
        total={blocks.length}
        onAction={act}
        onRate={changeRate}
        onSleep={fallAsleep}
      />,
    )
  }

  function act(action: BarAction): void {
    if (action === 'close') close()
    else if (action === 'follow') text.resume()
    else if (action !== 'toggle') {
      narrator?.seek(Math.min(blocks.length - 1, Math.max(0, state.index + (action === 'back' ? -1 : 1))))
      text.resume()
    } else if (state.isPlaying) pause()
    else play()
  }

  function play(): void {
    if (state.isPlaying) return
    if (!narrator) return void startVoice()
    setPlaying(true)
    if (isRecorded && recording) say(recording.audio.statement, language)
    else say('')
    narrator.play()
  }

  function pause(): void {
    narrator?.pause()
    setPlaying(false)
  }

  function setPlaying(isPlaying: boolean): void {
    show({ isPlaying })
    lockScreen.show(isPlaying)
  }

  /** Screen readers say a text again only where there was another in between. */
  function say(words: string, spoken = pageLanguage): void {
    flushSync(() => show({ said: { text: '', language: spoken } }))
    show({ said: { text: words, language: spoken } })
  }

  function sayProblem(problem: ListenProblem): void {
    const name = new Intl.DisplayNames(pageLanguage, { type: 'language' }).of(language) ?? language
    say(t(`player.problem.${problem}`, { language: name }))
  }

  async function startVoice(): Promise<void> {
    if (!('speechSynthesis' in window)) return sayProblem('unable')
    const voice = chooseVoice(await listVoices(window.speechSynthesis), locale)
    if (isClosed || narrator) return
    if (!voice) return sayProblem('noVoice')
    const name = (chosen: SpeechSynthesisVoice) => t('player.voice', { voice: chosen.name })
    narrator = speakBlocks({ blocks, locale, voice, rate, onVoice: (other) => say(name(other)) }, events)
    narrator.seek(state.index)
    play()
    say(name(voice))
  }

  /** A voice reads on where the recording was. */
  async function leaveRecording(): Promise<void> {
    const why = t('player.problem.recording')
    narrator?.close()
    narrator = null
    isRecorded = false
    setPlaying(false)
    say(why)
    await startVoice()
    if (narrator) say(why)
  }

  function close(): void {
    if (isClosed) return
    isClosed = true
    narrator?.close()
    clearTimeout(timer)
    text.close()
    lockScreen.close()
    window.removeEventListener('pagehide', close)
    root.unmount()
    place.remove()
    onClose()
  }

  function changeRate(next: number): void {
    rate = next
    narrator?.setRate(next)
  }

  function fallAsleep(minutes: number | null): void {
    clearTimeout(timer)
    show({ sleep: minutes })
    if (minutes === null) return
    timer = setTimeout(() => {
      pause()
      show({ sleep: null })
      say(t('player.slept'))
    }, minutes * 60_000)
  }

  // Chrome continues to read when its page is closed.
  window.addEventListener('pagehide', close)
  if (recording) narrator = playRecording({ ...recording, blocks, rate }, events)
  return { play, close }
}

/** Keys by which a reader scrolls. */
const SCROLL_KEYS = new Set(['ArrowUp', 'ArrowDown', 'PageUp', 'PageDown', 'Home', 'End', ' '])

interface TextFollower {
  /** Marks the block that is being read, and brings it into view unless the reader is looking elsewhere. */
  show(element: Element): void
  /** Follows again. */
  resume(): void
  close(): void
}

/** `onLook` is told whether the text is followed: not while the reader has scrolled to another place by themselves. */
export function followText(bar: HTMLElement, onLook: (isFollowed: boolean) => void): TextFollower {
  let current: Element | null = null
  let isFollowed = true

  const leave = (event: Event) => {
    if (bar.contains(event.target as Node)) return
    if (event instanceof KeyboardEvent && !SCROLL_KEYS.has(event.key)) return
    set(false)
  }
  const set = (next: boolean) => {
    if (next !== isFollowed) onLook(next)
    isFollowed = next
  }
  for (const type of ['wheel', 'touchmove', 'keydown'] as const)
    window.addEventListener(type, leave, { passive: true })

  function isInView(element: Element): boolean {
    const { top, bottom } = element.getBoundingClientRect()
    return bottom > 0 && top < window.innerHeight - bar.offsetHeight
  }

  function bringIntoView(element: Element): void {
    const { top, bottom } = element.getBoundingClientRect()
    const room = window.innerHeight - bar.offsetHeight
    if (top >= window.innerHeight / 8 && bottom <= room - 16) return
    const isCalm = window.matchMedia('(prefers-reduced-motion: reduce)').matches
    element.scrollIntoView({
      block: bottom - top > room / 2 ? 'start' : 'center',
      behavior: isCalm ? 'instant' : 'smooth',
    })
  }

  return {
    show(element) {
      // A reader who is back at the last block follows again.
      if (!isFollowed && current?.isConnected && isInView(current)) set(true)
      current?.removeAttribute('data-spoken')
      current = element
      element.setAttribute('data-spoken', '')
      if (isFollowed) bringIntoView(element)
    },
    resume() {
      set(true)
      if (current) bringIntoView(current)
    },
    close() {
      current?.removeAttribute('data-spoken')
      for (const type of ['wheel', 'touchmove', 'keydown'] as const) window.removeEventListener(type, leave)
    },
  }
}

/** Names the article to the system, and lets its keys and its lock screen control the reading (Media Session). */
function showOnLockScreen(
  { title, album }: { title: string; album: string },
  act: (action: BarAction) => void,
) {
  const session = 'mediaSession' in navigator ? navigator.mediaSession : null
  let isPlaying = false
  const actions: [MediaSessionAction, () => void][] = [
    ['play', () => !isPlaying && act('toggle')],
    ['pause', () => isPlaying && act('toggle')],
    ['previoustrack', () => act('back')],
    ['nexttrack', () => act('forward')],
    ['stop', () => act('close')],
  ]
  const set = (action: MediaSessionAction, handler: (() => void) | null) => {
    try {
      session?.setActionHandler(action, handler)
    } catch {
      // A browser that does not know an action throws.
    }
  }
  if (session) {
    const picture = document.querySelector<HTMLMetaElement>('meta[property="og:image"]')?.content
    const site = document.querySelector<HTMLMetaElement>('meta[property="og:site_name"]')?.content ?? ''
    session.metadata = new MediaMetadata({
      title,
      album,
      artist: site,
      artwork: picture ? [{ src: picture }] : [],
    })
    for (const [action, handler] of actions) set(action, handler)
  }
  return {
    show(next: boolean) {
      isPlaying = next
      if (session) session.playbackState = next ? 'playing' : 'paused'
    },
    close() {
      if (!session) return
      for (const [action] of actions) set(action, null)
      session.metadata = null
      session.playbackState = 'none'
    },
  }
}

/** A recording that is silent for so long is given up: its server does not answer, or the network is gone. */
const SILENT_MS = 10_000

/** A recording whose sound was begun by a press. */
interface Recording {
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
