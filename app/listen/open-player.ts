import { endSound } from '#app/listen/end-sound.ts'
import { openPlayer, type Player } from '#app/listen/player.ts'
import { messagesUrl } from '#app/messages.ts'
import styles from '#app/styles/player.css?inline'
import { isLanguage, type Language } from '#core/i18n/languages.ts'
import { type Catalog, createTranslator, type TranslateInPlayer } from '#core/i18n/translator.ts'
import { loadFacts } from '#core/languages/load-facts.ts'
import { playerMessagesPath } from '#core/paths.ts'
import { type ArticleAudio, parseArticleAudio } from '#core/speech/article-audio.ts'
import { readBlocks } from '#core/speech/read-blocks.ts'
import { speechWords } from '#core/speech/speech-words.ts'

/** How long the description of a recording may take; a voice reads without it. */
const DESCRIPTION_MS = 5_000

let sheet: CSSStyleSheet | null = null

/** Opens the player of a button, with a recording that has begun; null where there is no article. */
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
  const [t, audio, facts] = await Promise.all([
    loadWords(pageLanguage),
    findAudio(button.dataset.audio),
    loadFacts(language),
  ])
  const words = facts && speechWords(language, facts)
  if (!sheet) {
    sheet = new CSSStyleSheet()
    sheet.replaceSync(styles)
    document.adoptedStyleSheets.push(sheet)
  }
  if (!audio && sound) endSound(sound)
  return openPlayer({
    article,
    readBlocks: () => readBlocks(placesOf(article), language, words),
    language,
    recording: audio && sound && { audio, sound },
    t,
    pageLanguage,
    onClose() {
      onClose()
      if (button.isConnected) button.focus({ preventScroll: true })
    },
  })
}

/** What a recording reads; null without one, or where it was withdrawn since the page was loaded. */
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

const words = new Map<Language, TranslateInPlayer>()

async function loadWords(language: Language): Promise<TranslateInPlayer> {
  const known = words.get(language)
  if (known) return known
  const response = await fetch(playerMessagesPath(messagesUrl(language)))
  if (!response.ok) throw new Error(`The messages of the player could not be loaded (${response.status})`)
  const t: TranslateInPlayer = createTranslator(language, { [language]: (await response.json()) as Catalog })
  words.set(language, t)
  return t
}
