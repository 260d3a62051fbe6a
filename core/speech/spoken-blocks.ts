import { parseHTML } from 'linkedom'
import type { Article } from '#core/domain/article.ts'
import { renderMarkdown } from '#core/markdown/render-markdown.ts'
import { readBlocks, type SpokenBlock } from '#core/speech/read-blocks.ts'

/**
 * What is read aloud of an article, in the order of its page: the title, the subtitle, and each paragraph, heading, item, table or
 * picture of its text. A block has the same id here and in a reader's browser, because the id comes from its text.
 */
export function spokenBlocks(
  article: Pick<Article, 'title' | 'subtitle' | 'content' | 'language'>,
): SpokenBlock[] {
  const { document } = parseHTML('<!doctype html><h1></h1><p></p><div></div>')
  const [title, subtitle, text] = document.querySelectorAll<Element>('h1, p, div')
  if (!title || !subtitle || !text) return []
  title.textContent = article.title
  subtitle.textContent = article.subtitle ?? ''
  text.innerHTML = renderMarkdown(article.content)
  return readBlocks([title, subtitle, text], article.language).map(({ id, text, language }) => ({ id, text, language }))
}
