import { type RefObject, useState } from 'react'
import type { MarkdownEditorHandle } from '#app/admin/editor/markdown-editor-props.ts'
import { t } from '#app/admin/kit/messages.ts'
import { type ArticleForm, asArticle } from '#app/admin/stories/article-form/article-form.ts'
import { PreviewDialog } from '#app/admin/stories/preview/preview-dialog.tsx'
import type { Article } from '#core/domain/article.ts'
import type { Language } from '#core/i18n/languages.ts'

interface StoryPreviewOptions {
  readForm: () => ArticleForm
  content: RefObject<MarkdownEditorHandle | null>
  articleId: string
  language: Language
  /** The stored article; null for a new one. */
  article: Article | null
}

/** The preview of what is in a form, at the place where it is being written. */
export function useStoryPreview({ readForm, content, articleId, language, article }: StoryPreviewOptions) {
  const [previewed, setPreviewed] = useState<{ article: Article; line: number } | null>(null)
  return {
    open() {
      const values = readForm()
      const line = content.current?.cursorLine() ?? 0
      const title = values.title.trim() || t('article.untitled')
      setPreviewed({ article: asArticle({ ...values, title }, { id: articleId, language, article }), line })
    },
    dialog: previewed && (
      <PreviewDialog {...previewed} isStored={article !== null} onClose={() => setPreviewed(null)} />
    ),
  }
}
