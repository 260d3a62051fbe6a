import { heroAlt, heroNoteHtml, pictureWords } from '#app/article/picture-notes.ts'
import type { PreviewWords, UnsavedArticle } from '#app/components/preview/use-unsaved-article.ts'
import { pageHtml } from '#app/pages/page-html.ts'
import { namesResponsible } from '#core/domain/page.ts'
import { fillMarks, hasMark } from '#core/domain/page-marks.ts'
import { renderMarkdownBlocks } from '#core/markdown/render-markdown.ts'

interface RenderRequest extends Pick<UnsavedArticle, 'article' | 'isPage' | 'facts'> {
  words: PreviewWords
}

export interface RenderedPreview {
  /** What the hero image shows. */
  alt: string
  html: string
  /** The line in which each block begins; -1 for what is not of the text. */
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
    const { page } = words
    const marks = isPage ? page.marks : undefined
    // Raw HTML renders to nothing.
    const blocks = [
      { html: note, line: -1 },
      ...renderMarkdownBlocks(content, { ...words, pictures, marks }),
    ].filter(({ html }) => html.trim() !== '')
    const html = blocks.map((block) => block.html).join('')
    const names = namesResponsible(article.slug) && !hasMark(content, 'responsible')
    const rendered: RenderedPreview = {
      alt: heroAlt(hero, article),
      html: isPage
        ? pageHtml({
            title: fillMarks(article.title, page.marks),
            html,
            updated: page.updated,
            responsible: names ? page.responsible : undefined,
          })
        : html,
      lines: blocks.map(({ line }) => line),
    }
    self.postMessage(rendered)
  },
)
