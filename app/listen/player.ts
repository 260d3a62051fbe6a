import { chooseVoice, listVoices } from '#app/listen/choose-voice.ts'
import { followText } from '#app/listen/follow-text.ts'
import type { ListenProblem, Narrator, NarratorEvents } from '#app/listen/narrator.ts'
import { playRecording, type Recording } from '#app/listen/play-recording.ts'
import { type BarAction, createPlayerBar } from '#app/listen/player-bar.ts'
import { showOnLockScreen } from '#app/listen/show-on-lock-screen.ts'
import { speakBlocks } from '#app/listen/speak-blocks.ts'
import { type Language, localeOf } from '#core/i18n/languages.ts'
import type { TranslateOnPage } from '#core/i18n/translator.ts'
import type { BlockOnPage } from '#core/speech/read-blocks.ts'

interface PlayerOptions {
  title: string
  /** As the page had them when the player was opened: a browser that translates the page changes nothing of what is read aloud. */
  blocks: readonly BlockOnPage[]
  /** Of the article. */
  language: Language
  recording: Recording | null
  t: TranslateOnPage
  /** Of the page. */
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
  let [index, isPlaying, isClosed] = [0, false, false]
  let narrator: Narrator | null = null
  let isRecorded = recording !== null
  let sleep: ReturnType<typeof setTimeout> | undefined
  const bar = createPlayerBar(t, { language: pageLanguage, rate })
  document.body.append(bar.element)
  const text = followText(bar.element, (isFollowed) => {
    bar.button('follow').hidden = isFollowed
  })
  const lockScreen = showOnLockScreen({ title, album: isRecorded ? t('player.recorded') : '' }, act)

  const events: NarratorEvents = {
    onBlock(next) {
      index = next
      const block = blocks[next]
      if (block) text.show(block.element)
      bar.showPlace(next + 1, blocks.length)
    },
    onEnd() {
      show(false)
      bar.say(t('player.ended'))
    },
    onProblem(problem, state) {
      if (state === 'stopped') show(false)
      if (problem === 'recording') void leaveRecording()
      else say(problem)
    },
  }

  function act(action: BarAction): void {
    if (action === 'close') close()
    else if (action === 'follow') text.resume()
    else if (action !== 'toggle') {
      narrator?.seek(Math.min(blocks.length - 1, Math.max(0, index + (action === 'back' ? -1 : 1))))
      text.resume()
    } else if (isPlaying) pause()
    else play()
  }

  function play(): void {
    if (isPlaying) return
    if (!narrator) return void startVoice()
    show(true)
    if (isRecorded && recording) bar.say(recording.audio.statement, language)
    else bar.say('')
    narrator.play()
  }

  function pause(): void {
    narrator?.pause()
    show(false)
  }

  function show(next: boolean): void {
    isPlaying = next
    bar.showPlaying(next)
    lockScreen.show(next)
  }

  function say(problem: ListenProblem): void {
    const name = new Intl.DisplayNames(pageLanguage, { type: 'language' }).of(language) ?? language
    bar.say(t(`player.problem.${problem}`, { language: name }))
  }

  async function startVoice(): Promise<void> {
    if (!('speechSynthesis' in window)) return say('unable')
    const voice = chooseVoice(await listVoices(window.speechSynthesis), locale)
    if (isClosed || narrator) return
    if (!voice) return say('noVoice')
    const name = (chosen: SpeechSynthesisVoice) => t('player.voice', { voice: chosen.name })
    narrator = speakBlocks({ blocks, locale, voice, rate, onVoice: (other) => bar.say(name(other)) }, events)
    narrator.seek(index)
    play()
    bar.say(name(voice))
  }

  /** A voice reads on where the recording was. */
  async function leaveRecording(): Promise<void> {
    const why = t('player.problem.recording')
    narrator?.close()
    narrator = null
    isRecorded = false
    show(false)
    bar.say(why)
    await startVoice()
    if (narrator) bar.say(why)
  }

  function close(): void {
    if (isClosed) return
    isClosed = true
    narrator?.close()
    clearTimeout(sleep)
    text.close()
    lockScreen.close()
    window.removeEventListener('pagehide', close)
    bar.element.remove()
    onClose()
  }

  bar.onAction = act
  bar.onRate = (next) => {
    rate = next
    narrator?.setRate(next)
  }
  bar.onSleep = (minutes) => {
    clearTimeout(sleep)
    if (minutes === null) return
    sleep = setTimeout(() => {
      pause()
      bar.showSleepOff()
      bar.say(t('player.slept'))
    }, minutes * 60_000)
  }
  // Chrome goes on reading when its page is left.
  window.addEventListener('pagehide', close)
  bar.button('toggle').focus({ preventScroll: true })
  bar.showPlace(1, blocks.length)
  if (recording) narrator = playRecording({ ...recording, blocks, rate }, events)
  return { play, close }
}
