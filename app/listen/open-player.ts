import { endSound } from '#app/listen/end-sound.ts'
import { openPlayer, type Player } from '#app/listen/player.tsx'
import { loadMessages, translatorOf } from '#app/messages.ts'
import { siteHere } from '#app/reader/page-here.ts'
import styles from '#app/styles/player.css?inline'
import { isLanguage } from '#core/i18n/languages.ts'
import { loadFacts } from '#core/languages/load-facts.ts'
import { type ArticleAudio, parseArticleAudio } from '#core/speech/article-audio.ts'
import { readBlocks } from '#core/speech/read-blocks.ts'
import { speechWords } from '#core/speech/speech-words.ts'

/** The time limit for the description of a recording; a voice reads without it. */
const DESCRIPTION_MS = 5_000

let sheet: CSSStyleSheet | null = null

/** Opens the player of a button, with a recording that has begun; null if there is no article. */
export async function openPlayerOf(
  button: HTMLElement,
  sound: HTMLAudioElement | null,
  onClose: () => void,
): Promise<Player | null> {
  const article = button.closest('article')
  const language = button.closest<HTMLElement>('[lang]')?.lang
  if (!article || !isLanguage(language)) return null
  const page = document.documentElement.lang
  const pageLanguage = isLanguage(page) ? page : language
  const [audio, facts] = await Promise.all([
    findAudio(button.dataset.audio),
    loadFacts(language),
    loadMessages(pageLanguage),
  ])
  const words = facts && speechWords(language, facts)
  if (!sheet) {
    sheet = new CSSStyleSheet()
    sheet.replaceSync(styles)
    document.adoptedStyleSheets.push(sheet)
  }
  if (!audio && sound) endSound(sound)
  return openPlayer({
    title: article.querySelector('h1')?.textContent ?? '',
    blocks: readBlocks(placesOf(article), language, words),
    language,
    recording: audio && sound && { audio, sound },
    t: translatorOf(pageLanguage, siteHere()),
    pageLanguage,
    onClose() {
      onClose()
      if (button.isConnected) button.focus({ preventScroll: true })
    },
  })
}

/** Finds the text of a recording; null without one, or if it was withdrawn since the page was loaded. */
async function findAudio(url: string | undefined): Promise<ArticleAudio | null> {
  if (!url) return null
  try {
    const response = await fetch(url.replace(/mp3$/, 'json'), { signal: AbortSignal.timeout(DESCRIPTION_MS) })
    return response.ok ? parseArticleAudio(await response.json()) : null
  } catch {
    return null
  }
}

const placesOf = (article: Element) => ({
  title: article.querySelector('h1'),
  subtitle: article.querySelector('header > h1 + p'),
  text: article.querySelector('.prose'),
})
