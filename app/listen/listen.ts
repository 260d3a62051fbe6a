import { openPlayer, type Player } from '#app/listen/player.ts'
import { messagesUrl } from '#app/messages.ts'
import styles from '#app/styles/player.css?inline'
import { isLanguage, type Language } from '#core/i18n/languages.ts'
import { type Catalog, createTranslator, type TranslateInPlayer } from '#core/i18n/translator.ts'
import { playerMessagesPath } from '#core/paths.ts'
import type { ArticleAudio } from '#core/speech/article-audio.ts'
import { readBlocks } from '#core/speech/read-blocks.ts'

let opened: Promise<Player | null> | null = null
let sheet: CSSStyleSheet | null = null

/** Has the article of a button read aloud. A second press goes on where it was paused. */
export async function listen(button: HTMLElement): Promise<void> {
  opened ??= open(button).catch((error: unknown) => {
    opened = null
    throw error
  })
  const player = await opened
  player?.play()
}

async function open(button: HTMLElement): Promise<Player | null> {
  const article = button.closest('article')
  const language = button.closest<HTMLElement>('[lang]')?.lang
  if (!article || !isLanguage(language)) return null
  const page = document.documentElement.lang
  const pageLanguage = isLanguage(page) ? page : language
  const [t, audio] = await Promise.all([loadWords(pageLanguage), findAudio(button.dataset.audio)])
  if (!sheet) {
    sheet = new CSSStyleSheet()
    sheet.replaceSync(styles)
    document.adoptedStyleSheets.push(sheet)
  }
  return openPlayer({
    article,
    readBlocks: () => readBlocks(placesOf(article), language),
    language,
    audio,
    t,
    pageLanguage,
    onClose() {
      opened = null
      if (button.isConnected) button.focus({ preventScroll: true })
    },
  })
}

/** What the recording of an article reads; null without one, or where it was withdrawn since the page was loaded. */
async function findAudio(url: string | undefined): Promise<ArticleAudio | null> {
  if (!url) return null
  const response = await fetch(url.replace(/mp3$/, 'json')).catch(() => null)
  return response?.ok ? ((await response.json()) as ArticleAudio) : null
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
