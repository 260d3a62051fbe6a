import ChevronDown from 'lucide-react/icons/chevron-down'
import { type Ref, useImperativeHandle, useRef, useState } from 'react'
import { type UseFormReturn, useController } from 'react-hook-form'
import { useArticleCheckResult } from '#app/admin/article/article-check-provider.tsx'
import type { ArticleForm } from '#app/admin/article/article-form.ts'
import {
  CategoryField,
  FeaturedField,
  PublishDateField,
  ReadingTimeField,
} from '#app/admin/article/fields/detail-fields.tsx'
import { fieldLabel } from '#app/admin/article/fields/field-label.ts'
import { ArticleTextField, SlugField } from '#app/admin/article/fields/text-field.tsx'
import { describeCounts } from '#app/admin/check/describe-finding.ts'
import { FindingList } from '#app/admin/check/finding-list.tsx'
import type { ArticleCheck, Finding } from '#app/admin/check/use-article-check.ts'
import { MarkdownEditor } from '#app/admin/editor/markdown-editor.tsx'
import type { MarkdownEditorHandle } from '#app/admin/editor/markdown-editor-props.ts'
import { t } from '#app/admin/messages.ts'
import { Field } from '#app/components/ui/field.tsx'
import type { Article } from '#core/domain/article.ts'
import { MAX_LENGTHS } from '#core/domain/article-input.ts'
import { slugFromTitle } from '#core/domain/article-slug.ts'
import type { Language } from '#core/i18n/languages.ts'

interface ContentFieldProps {
  form: UseFormReturn<ArticleForm>
  language: Language
  ref?: Ref<MarkdownEditorHandle>
}

interface ArticleFieldsProps {
  form: UseFormReturn<ArticleForm>
  article: Article | null
  articleId: string
  language: Language
}

interface WordsProps {
  content: React.Ref<MarkdownEditorHandle>
  /** Called to select the text of a finding. */
  onGoTo: (finding: Finding) => void
}

/** The lengths from which characters are counted: search engines and cards show no more. */
const TITLE_COUNT_FROM = 60
const EXCERPT_COUNT_FROM = 120

/** The texts of the article. */
export function ArticleFields(props: ArticleFieldsProps & WordsProps) {
  const { form, article, articleId, language, content, onGoTo } = props
  const isSlugTyped = useRef(false)

  /** The slug of a new article follows its title until the editor types one. */
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

/** The metadata of the article. */
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

/** The findings of the live check, collapsed, with their count. */
function CheckSection({ onGoTo }: { onGoTo: (finding: Finding) => void }) {
  const { check } = useArticleCheckResult()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details
      className="group border-line border-y py-3"
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
    >
      <summary className="flex min-h-6 cursor-pointer items-start justify-between gap-4 text-sm">
        <span>
          <span className="mr-3 font-medium">{t('check.title')}</span>
          {!isOpen && <span className="text-soft">{describe(check)}</span>}
        </span>
        <ChevronDown aria-hidden size={17} className="mt-0.5 shrink-0 text-faint group-open:rotate-180" />
      </summary>
      {isOpen && (
        <div className="mt-3">
          <FindingList check={check} onGoTo={onGoTo} />
        </div>
      )}
    </details>
  )
}

function describe({ wasChecked, findings, unchecked }: ArticleCheck): string {
  if (!wasChecked) return t('check.checking')
  const links = unchecked.length > 0 ? t('check.unchecked', { count: unchecked.length }) : ''
  return [describeCounts(findings), links].filter(Boolean).join(' · ')
}

/** The text of the article. */
function ContentField({ form, language, ref }: ContentFieldProps) {
  const { field, fieldState } = useController({ control: form.control, name: 'content' })
  const { debounced, check } = useArticleCheckResult()
  const editor = useRef<MarkdownEditorHandle>(null)
  useImperativeHandle(ref, () => ({
    flush: () => editor.current?.flush(),
    focus: () => editor.current?.focus(),
    select: (from, to) => editor.current?.select(from, to),
  }))
  return (
    <Field label={fieldLabel('content')} error={fieldState.error?.message}>
      {(control) => (
        <MarkdownEditor
          ref={(handle) => {
            editor.current = handle
            // React Hook Form moves the focus here when the content is what is missing.
            field.ref({ focus: () => editor.current?.focus() })
          }}
          control={control}
          label={fieldLabel('content')}
          value={field.value}
          onChange={(markdown) => {
            field.onChange(markdown)
            if (fieldState.error) form.clearErrors('content')
          }}
          onBlur={field.onBlur}
          language={language}
          title={debounced.title}
          marks={check.marks}
        />
      )}
    </Field>
  )
}
