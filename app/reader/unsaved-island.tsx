import { createRoot } from 'react-dom/client'
import { ArticleView } from '#app/components/article/article-view.tsx'
import { type PreviewWords, useUnsavedArticle } from '#app/components/preview/use-unsaved-article.ts'
import { Page } from '#app/document/page-context.ts'
import { loadPage } from '#app/reader/page-here.ts'

/** Shows what the desk sends to this page, which is in a frame of it. */
export async function start(island: HTMLElement): Promise<void> {
  const { page } = await loadPage()
  const words: PreviewWords = JSON.parse(island.dataset.words ?? '')
  createRoot(island).render(
    <Page value={page}>
      <UnsavedArticle words={words} />
    </Page>,
  )
}

function UnsavedArticle({ words }: { words: PreviewWords }) {
  const unsaved = useUnsavedArticle(words)
  if (!unsaved) return null
  // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered and sanitised as on the server
  if (unsaved.isPage) return <div dangerouslySetInnerHTML={{ __html: unsaved.html }} />
  const article = { ...unsaved.article, hero: null }
  return <ArticleView article={article} alt={unsaved.alt} html={unsaved.html} updated={null} />
}
