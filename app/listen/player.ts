import { chooseVoice, listVoices } from '#app/listen/choose-voice.ts'
import { followText } from '#app/listen/follow-text.ts'
import type { ListenProblem, Narrator, NarratorEvents } from '#app/listen/narrator.ts'
import { playRecording, type Recording } from '#app/listen/play-recording.ts'
import { type BarAction, createPlayerBar } from '#app/listen/player-bar.ts'
import { showOnLockScreen } from '#app/listen/show-on-lock-screen.ts'
import { speakBlocks } from '#app/listen/speak-blocks.ts'
import { watchArticle } from '#app/listen/watch-article.ts'
import { type Language, localeOf } from '#core/i18n/languages.ts'
import type { TranslateInPlayer } from '#core/i18n/translator.ts'
import type { BlockOnPage } from '#core/speech/read-blocks.ts'

interface PlayerOptions {
  article: Element
  /** Read again when the article changes. */
  readBlocks: () => BlockOnPage[]
  /** Of the article. */
  language: Language
  recording: Recording | null
  t: TranslateInPlayer
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
  const { article, readBlocks, language, recording, t, pageLanguage, onClose } = options
  const locale = localeOf(language)
  let blocks = readBlocks()
  let [index, isPlaying, isClosed] = [0, false, false]
  let narrator: Narrator | null = null
  let isRecorded = recording !== null
  let sleep: ReturnType<typeof setTimeout> | undefined
  const bar = createPlayerBar(t, { language: pageLanguage, rate })
  document.body.append(bar.element)
  const text = followText(bar.element, (isFollowed) => {
    bar.button('follow').hidden = isFollowed
  })
  const title = article.querySelector('h1')?.textContent ?? ''
  const lockScreen = showOnLockScreen({ title, album: isRecorded ? t('player.recorded') : '' }, act)
  const watched = watchArticle(article, { onChange: takeNewText, onLeave: close })

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
      if (problem === 'recording') void leaveRecording(t('player.problem.recording'), { goesOn: true })
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
    narrator = speakBlocks(
      { blocks: () => blocks, locale, voice, rate, onVoice: (other) => bar.say(name(other)) },
      events,
    )
    narrator.seek(index)
    play()
    bar.say(name(voice))
  }

  /** A voice reads on where the recording was, at once or when the reader wants. */
  async function leaveRecording(why: string, { goesOn }: { goesOn: boolean }): Promise<void> {
    narrator?.close()
    narrator = null
    isRecorded = false
    show(false)
    bar.say(why)
    if (!goesOn) return
    await startVoice()
    if (narrator) bar.say(why)
  }

  /** The block that is read is found again, or what stands in its place is read next, which no recording has. */
  function takeNewText(): void {
    const id = blocks[index]?.id
    blocks = readBlocks()
    const same = blocks.findIndex((block) => block.id === id)
    if (same >= 0) {
      narrator?.renumber(same)
      events.onBlock(same)
    } else {
      index = Math.max(0, Math.min(index, blocks.length - 1))
      if (isRecorded) return void leaveRecording(t('player.changed'), { goesOn: isPlaying })
      bar.say(t('player.changed'))
      narrator?.seek(index)
    }
  }

  function close(): void {
    if (isClosed) return
    isClosed = true
    narrator?.close()
    clearTimeout(sleep)
    text.close()
    lockScreen.close()
    watched.close()
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
  if (recording) narrator = playRecording({ ...recording, blocks: () => blocks, rate }, events)
  return { play, close }
}
