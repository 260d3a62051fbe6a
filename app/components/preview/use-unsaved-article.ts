import { useEffect, useState } from 'react'
import type { RenderedPreview } from '#app/components/preview/render-unsaved.worker.ts'
import type { Article } from '#core/domain/article.ts'
import type { MediaFacts } from '#core/domain/media-file.ts'
import type { MarkValues } from '#core/domain/page-marks.ts'
import type { CreditWords } from '#core/markdown/picture-notes.ts'
import type { ArticleWords } from '#core/markdown/render-markdown.ts'

/** The message from the desk to the frame in which it shows an article that is not saved. */
export interface UnsavedArticle {
  kind: 'unsaved-article'
  article: Article
  /** It is a page about the publication, of which there are a title and a text. */
  isPage: boolean
  /** The library's facts about its pictures, by their addresses in it. */
  facts: [address: string, MediaFacts][]
  /** The line of the text that is to be in sight; the first is 0. */
  line: number
  isDark: boolean
}

/** The messages from the frame to the desk: that it can show something, and that Escape was pressed in it. */
export const PREVIEW_READY = 'preview-ready'
export const PREVIEW_CLOSE = 'preview-close'

export type PreviewWords = ArticleWords &
  CreditWords & {
    /** The words of a page about the publication. */
    page: { marks: MarkValues; updated: string; responsible: string | undefined }
  }
type ShownArticle = UnsavedArticle & RenderedPreview

/** The article that the desk shows in this page, which is in a frame of it; null until it has come. */
export function useUnsavedArticle(words: PreviewWords): ShownArticle | null {
  const [shown, setShown] = useState<ShownArticle | null>(null)
  useEffect(() => {
    const desk = window.parent
    if (desk === window) return
    const tell = (message: string) => desk.postMessage(message, window.location.origin)
    const worker = new Worker(new URL('./render-unsaved.worker.ts', import.meta.url), { type: 'module' })
    let latest: UnsavedArticle | null = null
    worker.onmessage = ({ data }: MessageEvent<RenderedPreview>) => {
      if (latest) setShown({ ...latest, ...data })
    }
    function listen({ source, origin, data }: MessageEvent<UnsavedArticle>) {
      const isFromDesk = source === desk && origin === window.location.origin
      if (!isFromDesk || data?.kind !== 'unsaved-article') return
      latest = data
      worker.postMessage({ article: data.article, isPage: data.isPage, facts: data.facts, words })
    }
    const closeOnEscape = ({ key }: KeyboardEvent) => key === 'Escape' && tell(PREVIEW_CLOSE)
    window.addEventListener('message', listen)
    document.addEventListener('keydown', closeOnEscape)
    for (const event of LEAVING) document.addEventListener(event, stay, { capture: true })
    tell(PREVIEW_READY)
    return () => {
      worker.terminate()
      window.removeEventListener('message', listen)
      document.removeEventListener('keydown', closeOnEscape)
      for (const event of LEAVING) document.removeEventListener(event, stay, { capture: true })
    }
  }, [words])

  const isDark = shown?.isDark
  useEffect(() => {
    if (isDark !== undefined) document.documentElement.classList.toggle('dark', isDark)
  }, [isDark])

  // Scrolls once: another theme does not change the scroll position.
  const isShown = shown !== null
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above
  useEffect(() => {
    if (shown && shown.line > 0) scrollToLine(shown.lines, shown.line)
  }, [isShown])
  return shown
}

const LEAVING = ['click', 'submit']

/** Links and forms lead nowhere, because the preview is not a page of the site. Those to a footnote work. */
function stay(event: Event): void {
  const link = event.target instanceof Element ? event.target.closest('a') : null
  const isHere = link?.getAttribute('href')?.startsWith('#')
  if (event.type === 'submit' || (link && !isHere)) event.preventDefault()
}

function scrollToLine(lines: readonly number[], line: number): void {
  const index = lines.findLastIndex((first) => first <= line)
  document.querySelector('article .prose')?.children[index]?.scrollIntoView({ block: 'center' })
}
