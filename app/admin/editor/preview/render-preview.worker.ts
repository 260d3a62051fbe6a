import { renderMarkdownBlocks } from '#core/markdown/render-markdown.ts'

/** Renders a text beside the page, so that typing never waits for it. */
self.addEventListener('message', ({ data }: MessageEvent<string>) => {
  self.postMessage(renderMarkdownBlocks(data))
})
