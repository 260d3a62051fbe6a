import { type ArticleWords, renderMarkdownBlocks } from '#core/markdown/render-markdown.ts'

/** Posts the HTML of a text, and the line in which each of its blocks begins. Pages for readers load no renderer. */
self.addEventListener('message', ({ data }: MessageEvent<{ content: string; words: ArticleWords }>) => {
  // Raw HTML renders to nothing.
  const blocks = renderMarkdownBlocks(data.content, data.words).filter(({ html }) => html.trim() !== '')
  self.postMessage({ html: blocks.map(({ html }) => html).join(''), lines: blocks.map(({ line }) => line) })
})
