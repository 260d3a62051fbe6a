import { chooseVoice, listVoices } from '#app/listen/choose-voice.ts'
import { followText } from '#app/listen/follow-text.ts'
import type { ListenProblem, Narrator, NarratorEvents } from '#app/listen/narrator.ts'
import { playRecording } from '#app/listen/play-recording.ts'
import { type BarAction, createPlayerBar } from '#app/listen/player-bar.ts'
import { showOnLockScreen } from '#app/listen/show-on-lock-screen.ts'
import { speakBlocks } from '#app/listen/speak-blocks.ts'
import { watchArticle } from '#app/listen/watch-article.ts'
import { type Language, localeOf } from '#core/i18n/languages.ts'
import type { TranslateInPlayer } from '#core/i18n/translator.ts'
import type { ArticleAudio } from '#core/speech/article-audio.ts'
import type { BlockOnPage } from '#core/speech/read-blocks.ts'

interface PlayerOptions {
  article: Element
  /** Read again when the article changes. */
  readBlocks: () => BlockOnPage[]
  /** Of the article. */
  language: Language
  audio: ArticleAudio | null
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
  const { article, readBlocks, language, audio, t, pageLanguage, onClose } = options
  const locale = localeOf(language)
  let blocks = readBlocks()
  let [index, isPlaying, isClosed] = [0, false, false]
  let narrator: Narrator | null = null
  let isRecorded = audio !== null
  let sleep: ReturnType<typeof setTimeout> | undefined
  const bar = createPlayerBar(t, { language: pageLanguage, rate })
  document.body.append(bar.element)
  const text = followText(bar.element, (isFollowed) => {
    bar.button('follow').hidden = isFollowed
  })
  const lockScreen = showOnLockScreen(article.querySelector('h1')?.textContent ?? '', act)
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
      if (problem === 'recording') void speakInstead()
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
    bar.say(isRecorded ? t('player.recorded') : '')
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

  async function speakInstead(): Promise<void> {
    narrator?.close()
    narrator = null
    isRecorded = false
    await startVoice()
    if (narrator) say('recording')
  }

  /** The block that is read is found again, or what stands in its place is read next; a recording goes on as it is. */
  function takeNewText(): void {
    const id = blocks[index]?.id
    blocks = readBlocks()
    const same = blocks.findIndex((block) => block.id === id)
    if (same >= 0) {
      narrator?.renumber(same)
      events.onBlock(same)
    } else if (!isRecorded) {
      bar.say(t('player.changed'))
      narrator?.seek(Math.min(index, blocks.length - 1))
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
  if (audio) narrator = playRecording({ audio, blocks: () => blocks, rate }, events)
  return { play, close }
}
