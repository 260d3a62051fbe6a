import { createRoot } from 'react-dom/client'
import { ArticleView } from '#app/components/article/article-view.tsx'
import { type PreviewWords, useUnsavedArticle } from '#app/components/preview/use-unsaved-article.ts'
import { Page } from '#app/document/page-context.ts'
import { PageText } from '#app/pages/page-text.tsx'
import { loadPage } from '#app/reader/page-here.ts'
import { namesResponsible } from '#core/domain/page.ts'
import { fillMarks, hasMark } from '#core/domain/page-marks.ts'

/** Shows the article that the desk sends to this page, which is in a frame of it. */
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
  const { article, alt, html } = unsaved
  if (!unsaved.isPage)
    return <ArticleView article={{ ...article, hero: null }} alt={alt} html={html} updated={null} />
  const { marks, updated, responsible } = words.page
  const isNamed = namesResponsible(article.slug) && !hasMark(article.content, 'responsible')
  return (
    <PageText
      title={fillMarks(article.title, marks)}
      html={html}
      updated={updated}
      responsible={isNamed ? responsible : undefined}
    />
  )
}
