import { useRef } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { CheckSection } from '#app/admin/article/check-section.tsx'
import { ContentField } from '#app/admin/article/fields/content-field.tsx'
import {
  CategoryField,
  PublishDateField,
  ReadingTimeField,
} from '#app/admin/article/fields/detail-fields.tsx'
import { FeaturedField } from '#app/admin/article/fields/featured-field.tsx'
import { SlugField } from '#app/admin/article/fields/slug-field.tsx'
import { ArticleTextField } from '#app/admin/article/fields/text-field.tsx'
import type { ArticleForm } from '#app/admin/article/form/article-form.ts'
import type { Finding } from '#app/admin/check/use-article-check.ts'
import type { MarkdownEditorHandle } from '#app/admin/editor/markdown-editor-props.ts'
import { t } from '#app/admin/messages.ts'
import type { Article } from '#core/domain/article.ts'
import { MAX_LENGTHS } from '#core/domain/article-input.ts'
import { slugFromTitle } from '#core/domain/article-slug.ts'
import type { Language } from '#core/i18n/languages.ts'

interface ArticleFieldsProps {
  form: UseFormReturn<ArticleForm>
  article: Article | null
  articleId: string
  language: Language
}

interface WordsProps {
  content: React.Ref<MarkdownEditorHandle>
  /** Leads to the place of a finding. */
  onGoTo: (finding: Finding) => void
}

/** From so many characters on the short texts are counted: search engines and cards show no more. */
const TITLE_COUNT_FROM = 60
const EXCERPT_COUNT_FROM = 120

/** The words of the article. */
export function ArticleFields(props: ArticleFieldsProps & WordsProps) {
  const { form, article, articleId, language, content, onGoTo } = props
  const isSlugTyped = useRef(false)

  /** The slug of a new article follows its title until somebody types another. */
  function follow(title: string, before: string) {
    if (article || isSlugTyped.current || form.getValues('slug') !== slugFromTitle(before)) return
    form.setValue('slug', slugFromTitle(title))
    form.clearErrors('slug')
  }

  return (
    <div className="min-w-0 space-y-6">
      <ArticleTextField
        form={form}
        name="title"
        longest={MAX_LENGTHS.title}
        countFrom={TITLE_COUNT_FROM}
        lang={language}
        required
        large
        onChange={follow}
      />
      <SlugField
        form={form}
        articleId={articleId}
        language={language}
        publishedSlug={article?.published ? article.slug : null}
        onTyped={() => {
          isSlugTyped.current = true
        }}
      />
      <ArticleTextField form={form} name="subtitle" longest={MAX_LENGTHS.subtitle} lang={language} />
      <ArticleTextField
        form={form}
        name="excerpt"
        longest={MAX_LENGTHS.excerpt}
        countFrom={EXCERPT_COUNT_FROM}
        rows={3}
        lang={language}
        required
        hint={t('article.excerptHint')}
      />
      <ContentField form={form} language={language} ref={content} />
      <CheckSection onGoTo={onGoTo} />
    </div>
  )
}

/** What is said about the article. */
export function DetailFields({ form, article, articleId, language }: ArticleFieldsProps) {
  const isPublished = article?.published ?? false
  return (
    <div className="grid gap-x-5 gap-y-6 sm:grid-cols-2 xl:grid-cols-1">
      <CategoryField form={form} />
      <ArticleTextField form={form} name="author" longest={MAX_LENGTHS.author} required />
      <ReadingTimeField form={form} />
      <PublishDateField form={form} isPublished={isPublished} />
      <FeaturedField form={form} articleId={articleId} language={language} isPublished={isPublished} />
    </div>
  )
}
