import type { PreviewWords, UnsavedArticle } from '#app/components/preview/use-unsaved-article.ts'
import { heroAlt, heroNoteHtml, pictureWords } from '#core/markdown/picture-notes.ts'
import { renderMarkdownBlocks } from '#core/markdown/render-markdown.ts'

interface RenderRequest extends Pick<UnsavedArticle, 'article' | 'isPage' | 'facts'> {
  words: PreviewWords
}

export interface RenderedPreview {
  /** The alternative text of the hero image. */
  alt: string
  html: string
  /** The line in which each block begins; -1 for blocks that are not of the text. */
  lines: number[]
}

/** Renders an article as its page does. Pages for readers load no renderer. */
self.addEventListener(
  'message',
  ({ data: { article, isPage, facts, words } }: MessageEvent<RenderRequest>) => {
    const { content, language } = article
    const known = new Map(facts)
    const pictures = new Map(
      facts.map(([address, each]) => [address, pictureWords(each, { words, language })] as const),
    )
    const hero = known.get(article.hero_image ?? '') ?? null
    const note = heroNoteHtml(hero, { words, language })
    const marks = isPage ? words.page.marks : undefined
    // Raw HTML renders to nothing.
    const blocks = [
      { html: note, line: -1 },
      ...renderMarkdownBlocks(content, { ...words, pictures, marks }),
    ].filter(({ html }) => html.trim() !== '')
    const rendered: RenderedPreview = {
      alt: heroAlt(hero, article),
      html: blocks.map((block) => block.html).join(''),
      lines: blocks.map(({ line }) => line),
    }
    self.postMessage(rendered)
  },
)
