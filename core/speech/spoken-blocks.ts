import { parseHTML } from 'linkedom'
import type { Article } from '#core/domain/article.ts'
import type { Language } from '#core/i18n/languages.ts'
import { factsOf } from '#core/languages/facts-of.ts'
import { renderMarkdown } from '#core/markdown/render-markdown.ts'
import { readBlocks, type WrittenBlock } from '#core/speech/read-blocks.ts'
import { sayText } from '#core/speech/say-text.ts'
import { type SpeechWords, speechWords } from '#core/speech/speech-words.ts'

/** The facts of a language; without them a text is read as it is written. */
export function speechWordsOf(language: Language): SpeechWords | undefined {
  const facts = factsOf(language)
  return facts && speechWords(language, facts)
}

/**
 * The blocks of an article that are read aloud, in the order of its page: the title, the subtitle, and each block of its text. A reader's
 * browser finds the same blocks with the same ids on the page (`read-blocks.ts`).
 */
export function spokenBlocks(
  article: Pick<Article, 'title' | 'subtitle' | 'content' | 'language'>,
): WrittenBlock[] {
  const { document } = parseHTML('<!doctype html><h1></h1><p></p><div></div>')
  const [title, subtitle, text] = ['h1', 'p', 'div'].map((name) => document.querySelector(name)) as [
    Element,
    Element,
    Element,
  ]
  title.textContent = article.title
  subtitle.textContent = article.subtitle
  text.innerHTML = renderMarkdown(article.content)
  const { language } = article
  return readBlocks({ title, subtitle, text }, language, speechWordsOf(language)).map(
    ({ element: _, ...block }) => block,
  )
}

/** A text as a person would read it out in its language. */
export const spokenText = (text: string, language: Language): string => sayText(text, speechWordsOf(language))
