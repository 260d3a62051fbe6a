import { changedBlocks } from '#app/admin/editor/preview/changed-blocks.ts'
import { renderMarkdownBlocks } from '#core/markdown/render-markdown.ts'
import type { HtmlBlock } from '#core/markdown/safe-html.ts'

let shown: HtmlBlock[] = []

/** Renders a text beside the page, so that typing never waits for it, and says what is different from the last one. */
self.addEventListener('message', ({ data }: MessageEvent<string>) => {
  const before = shown
  // Raw HTML renders to nothing.
  shown = renderMarkdownBlocks(data).filter(({ html }) => html.trim() !== '')
  self.postMessage(changedBlocks(before, shown))
})
