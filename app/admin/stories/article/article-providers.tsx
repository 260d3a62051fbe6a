import type { Ref, RefObject } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { MarkdownEditorHandle } from '#app/admin/editor/markdown-editor-props.ts'
import type { ArticleForm } from '#app/admin/stories/article-form/article-form.ts'
import type { RailTab } from '#app/admin/stories/article-form/use-rail-tab.ts'
import {
  type ArticleCheckHandle,
  ArticleCheckProvider,
} from '#app/admin/stories/check/article-check-provider.tsx'
import { NotesProvider } from '#app/admin/stories/notes/notes-provider.tsx'
import { type SourcesHandle, SourcesProvider } from '#app/admin/stories/sources/sources-provider.tsx'
import type { Article } from '#core/domain/article.ts'
import type { ArticleRights } from '#core/domain/article-rights.ts'
import type { Language } from '#core/i18n/languages.ts'

interface ArticleProvidersProps {
  checks: Ref<ArticleCheckHandle>
  sources: Ref<SourcesHandle>
  /** The stored article; null for a new one. */
  article: Article | null
  articleId: string
  language: Language
  rights: ArticleRights
  form: UseFormReturn<ArticleForm>
  readForm: () => ArticleForm
  content: RefObject<MarkdownEditorHandle | null>
  /** Shows what is below a tab. */
  onTab: (tab: RailTab) => void
  children: React.ReactNode
}

/** Provides what the fields of an article and the tabs beside it know of its text: findings, notes, and the sources of its sentences. */
export function ArticleProviders(props: ArticleProvidersProps) {
  const { checks, sources, article, articleId, language, rights, form, readForm, content, onTab } = props
  return (
    <ArticleCheckProvider
      ref={checks}
      readForm={readForm}
      articleId={articleId}
      form={form}
      language={language}
      original_article_id={article?.original_article_id ?? null}
      published
    >
      <NotesProvider articleId={article?.id ?? null} form={form} onOpen={() => onTab('notes')}>
        <SourcesProvider
          ref={sources}
          article={article}
          articleId={articleId}
          rights={rights}
          form={form}
          readForm={readForm}
          content={content}
          onTab={onTab}
        >
          {props.children}
        </SourcesProvider>
      </NotesProvider>
    </ArticleCheckProvider>
  )
}
