import { changedBlocks } from '#app/admin/editor/preview/changed-blocks.ts'
import { renderMarkdownBlocks } from '#core/markdown/render-markdown.ts'
import type { HtmlBlock } from '#core/markdown/safe-html.ts'

let shown: HtmlBlock[] = []

/** Renders a text in a worker, so that typing is not delayed, and posts the difference to the last rendering. */
self.addEventListener('message', ({ data }: MessageEvent<string>) => {
  const before = shown
  // Raw HTML renders to nothing.
  shown = renderMarkdownBlocks(data).filter(({ html }) => html.trim() !== '')
  self.postMessage(changedBlocks(before, shown))
})
