import { useQuery } from '@tanstack/react-query'
import { type Ref, use, useImperativeHandle, useMemo, useRef } from 'react'
import { type UseFormReturn, useController } from 'react-hook-form'
import { MarkdownEditor } from '#app/admin/editor/markdown-editor.tsx'
import type { MarkdownEditorHandle } from '#app/admin/editor/markdown-editor-props.ts'
import { SelectControl } from '#app/admin/kit/form/select-control.tsx'
import { t } from '#app/admin/kit/messages.ts'
import { Announcement } from '#app/admin/kit/ui/notice.tsx'
import { useDebouncedValue } from '#app/admin/kit/ui/use-debounced-value.ts'
import { HeroImageField } from '#app/admin/media/hero-image-field.tsx'
import { useCategoryOptions, useSections } from '#app/admin/settings/sections/use-sections.ts'
import { slugUseQuery } from '#app/admin/stories/article/article-queries.ts'
import type { ArticleForm } from '#app/admin/stories/article-form/article-form.ts'
import { useArticleCheckResult } from '#app/admin/stories/check/article-check-provider.tsx'
import { FeaturedField } from '#app/admin/stories/featured/featured-field.tsx'
import { describeState, TONES } from '#app/admin/stories/sources/panel/describe-sentence.ts'
import { SourcesContext } from '#app/admin/stories/sources/sources-context.ts'
import { Field } from '#app/components/ui/field.tsx'
import type { Article, SHORT_TEXTS } from '#core/domain/article.ts'
import { ARTICLE_FIELDS, fieldLabel } from '#core/domain/article-fields.ts'
import { readingTimeOf } from '#core/domain/article-reading-time.ts'
import type { ArticleRights } from '#core/domain/article-rights.ts'
import { isSlug, slugFromTitle } from '#core/domain/article-slug.ts'
import { presentSection } from '#core/domain/category.ts'
import { JUDGED_FIELDS } from '#core/domain/sourced-article.ts'
import type { Language } from '#core/i18n/languages.ts'
import { articlePath } from '#core/paths.ts'

interface ContentFieldProps {
  form: UseFormReturn<ArticleForm>
  language: Language
  fullScreenBar: React.ReactNode
  ref?: Ref<MarkdownEditorHandle>
}

interface ArticleFieldsProps {
  form: UseFormReturn<ArticleForm>
  article: Article | null
  articleId: string
  language: Language
}

interface ContentProps {
  /** The line below the title. */
  belowTitle: React.ReactNode
  content: React.Ref<MarkdownEditorHandle>
  fullScreenBar: React.ReactNode
}

/** The lengths from which characters are counted: search engines and cards show no more. */
const TITLE_COUNT_FROM = 60
const EXCERPT_COUNT_FROM = 120

/** The fields for what is written: the title and the text. */
export function TextFields(props: ArticleFieldsProps & ContentProps) {
  const { form, article, language, belowTitle, content, fullScreenBar } = props

  /** The slug of a new article follows its title until the editor types one. */
  function follow(title: string, before: string) {
    if (article || form.getValues('slug') !== slugFromTitle(before)) return
    form.setValue('slug', slugFromTitle(title))
    form.clearErrors('slug')
  }

  return (
    <div className="flex min-h-0 min-w-0 flex-col gap-4">
      <ArticleTextField
        form={form}
        name="title"
        countFrom={TITLE_COUNT_FROM}
        lang={language}
        large
        onChange={follow}
      />
      {belowTitle}
      <ContentField form={form} language={language} fullScreenBar={fullScreenBar} ref={content} />
    </div>
  )
}

/** The fields for what else readers see of the article, and where they find it. */
export function DetailFields(props: ArticleFieldsProps & { rights: ArticleRights }) {
  const { form, article, articleId, language, rights } = props
  const isPublished = article?.published ?? false
  return (
    <div className="grid gap-x-5 gap-y-5 sm:grid-cols-2 xl:grid-cols-1">
      <ArticleTextField
        form={form}
        name="excerpt"
        countFrom={EXCERPT_COUNT_FROM}
        rows={3}
        lang={language}
        hint={t('article.excerptHint')}
      />
      <div className="space-y-5">
        <ArticleTextField form={form} name="subtitle" lang={language} />
        <CategoryField form={form} />
      </div>
      {(rights.publishes || !article?.original_article_id) && (
        <div className="sm:col-span-2 xl:col-span-1">
          <ImageField form={form} language={language} />
        </div>
      )}
      <SlugField
        form={form}
        articleId={articleId}
        language={language}
        publishedSlug={article?.published ? article.slug : null}
      />
      <ArticleTextField form={form} name="author" />
      <ReadingTimeField form={form} />
      {rights.edits && (
        <>
          <PublishDateField form={form} isPublished={isPublished} />
          <FeaturedField
            form={form}
            articleId={articleId}
            language={language}
            isPublished={isPublished}
            isFeatured={article?.featured ?? false}
          />
        </>
      )}
    </div>
  )
}

/** The text of the article. */
function ContentField({ form, language, fullScreenBar, ref }: ContentFieldProps) {
  const { field, fieldState } = useController({ control: form.control, name: 'content' })
  const { check } = useArticleCheckResult()
  const editor = useRef<MarkdownEditorHandle>(null)
  useImperativeHandle(ref, () => ({
    flush: () => editor.current?.flush(),
    focus: () => editor.current?.focus(),
    leaveFullScreen: () => editor.current?.leaveFullScreen(),
    cursorLine: () => editor.current?.cursorLine() ?? 0,
    select: (from, to) => editor.current?.select(from, to),
  }))
  return (
    <Field
      label={fieldLabel('content')}
      labelHidden
      error={fieldState.error?.message}
      className="flex min-h-0 grow flex-col"
    >
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
          fullScreenBar={fullScreenBar}
          marks={check.marks}
        />
      )}
    </Field>
  )
}

interface FieldProps {
  form: UseFormReturn<ArticleForm>
}

function CategoryField({ form }: FieldProps) {
  const { field, fieldState } = useController({ control: form.control, name: 'category' })
  const options = useCategoryOptions()
  const sections = useSections()
  return (
    <Field label={fieldLabel('category')} error={fieldState.error?.message}>
      {(control) => (
        <SelectControl {...field} {...control} value={presentSection(field.value, sections)}>
          {options.map(([slug, name]) => (
            <option key={slug} value={slug}>
              {name}
            </option>
          ))}
        </SelectControl>
      )}
    </Field>
  )
}

/** The reading time: that of the text, or what somebody types, until the field is emptied. */
function ReadingTimeField({ form }: FieldProps) {
  const { content, reading_time } = useArticleCheckResult().debounced
  const counted = useMemo(() => readingTimeOf(content), [content])
  const isTyped = content.trim() !== '' && reading_time !== counted

  function follow() {
    const values = form.getValues()
    if (values.reading_time.trim() !== '' || values.content.trim() === '') return
    form.setValue('reading_time', readingTimeOf(values.content))
    form.clearErrors('reading_time')
  }

  return (
    <ArticleTextField
      form={form}
      name="reading_time"
      hint={isTyped ? t('article.readingTime.hint', { time: counted }) : undefined}
      onBlur={follow}
    />
  )
}

/** The date that readers see, in the time zone of the editor. */
function PublishDateField({ form, isPublished }: FieldProps & { isPublished: boolean }) {
  const { field, fieldState } = useController({ control: form.control, name: 'publish_date' })
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  return (
    <Field
      label={fieldLabel('publish_date')}
      hint={
        isPublished ? t('article.date.zone', { zone: timeZone }) : t('article.date.hint', { zone: timeZone })
      }
      error={fieldState.error?.message}
    >
      {(control) => (
        <input
          type="datetime-local"
          {...control}
          ref={field.ref}
          value={toLocal(field.value)}
          max="9999-12-31T23:59"
          onBlur={field.onBlur}
          onChange={({ target }) => {
            field.onChange(fromLocal(target.value))
            form.clearErrors('publish_date')
          }}
        />
      )}
    </Field>
  )
}

function toLocal(iso: string): string {
  const date = new Date(iso)
  if (iso === '' || Number.isNaN(date.getTime())) return ''
  const two = (number: number) => String(number).padStart(2, '0')
  const day = `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`
}

function fromLocal(local: string): string {
  const date = new Date(local)
  return local === '' || Number.isNaN(date.getTime()) ? '' : date.toISOString()
}

function ImageField({ form, language }: FieldProps & { language: Language }) {
  const { field, fieldState } = useController({ control: form.control, name: 'hero_image' })
  return (
    // Gets the focus for the field, whose control belongs to another component.
    <div ref={field.ref} tabIndex={-1}>
      <HeroImageField
        label={fieldLabel('hero_image')}
        error={fieldState.error?.message}
        value={field.value}
        onChange={(value) => {
          field.onChange(value)
          form.clearErrors('hero_image')
        }}
        language={language}
      />
    </div>
  )
}

interface ArticleTextFieldProps {
  form: UseFormReturn<ArticleForm>
  name: (typeof SHORT_TEXTS)[number] | 'author' | 'reading_time'
  /** The number of characters from which a counter is shown. */
  countFrom?: number
  rows?: number
  hint?: React.ReactNode
  /** The language of the text, for the spell checker. */
  lang?: Language
  large?: boolean
  onChange?: (value: string, before: string) => void
  onBlur?: () => void
}

/** A field for one of the short texts of an article. Typing renders only this field. */
function ArticleTextField(props: ArticleTextFieldProps) {
  const { form, name, rows, hint, lang, large, onChange, onBlur } = props
  const { longest } = ARTICLE_FIELDS[name]
  const { countFrom = longest * 0.8 } = props
  const { field, fieldState } = useController({ control: form.control, name })
  const used = field.value.length > longest * 4 ? field.value.length : [...field.value].length
  const error = fieldState.error?.message ?? (used > longest ? t('article.tooLong', { longest }) : undefined)
  const counter = used >= countFrom ? t('article.count', { used, longest }) : undefined
  const control = {
    ...field,
    lang,
    'aria-required': 'required' in ARTICLE_FIELDS[name],
    onChange(event: React.ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) {
      const before = field.value
      field.onChange(event.target.value)
      if (fieldState.error) form.clearErrors(name)
      onChange?.(event.target.value, before)
    },
    onBlur() {
      field.onBlur()
      onBlur?.()
    },
  }
  return (
    <Field label={fieldLabel(name)} hint={joined(hint, counter, useFieldVerdict(name))} error={error}>
      {({ className, ...tied }) =>
        rows ? (
          <textarea {...control} {...tied} rows={rows} className={`${className} leading-relaxed`} />
        ) : (
          <input
            type="text"
            autoComplete="off"
            {...control}
            {...tied}
            className={large ? `${className} font-display text-title-sm` : className}
          />
        )
      }
    </Field>
  )
}

function joined(
  hint: React.ReactNode,
  counter: string | undefined,
  verdict: React.ReactNode,
): React.ReactNode {
  if (!counter && !verdict) return hint
  return (
    <>
      {hint} {counter && <span className="tabular-nums">{counter}</span>} {verdict}
    </>
  )
}

const DEBOUNCE_MS = 400

interface SlugFieldProps {
  form: UseFormReturn<ArticleForm>
  articleId: string
  language: Language
  /** The slug of the published article; null for a draft. */
  publishedSlug: string | null
}

/** The slug. While it is typed, the field tells whether another article has it. */
function SlugField({ form, articleId, language, publishedSlug }: SlugFieldProps) {
  const { field, fieldState } = useController({ control: form.control, name: 'slug' })
  const slug = useDebouncedValue(field.value, DEBOUNCE_MS)
  const { data: use } = useQuery({
    ...slugUseQuery({ slug, language, exceptId: articleId }),
    enabled: isSlug(slug),
    retry: false,
  })
  const isSettled = slug === field.value
  const isTaken = isSettled && use?.status === 'taken'
  const problem =
    isSettled && slug !== '' && !isSlug(slug)
      ? t('article.slug.malformed')
      : isTaken
        ? t('article.slug.taken', { title: use.title || t('article.untitled') })
        : undefined
  const note =
    isSettled && use?.status === 'redirects' ? t('article.slug.redirects', { title: use.title }) : ''
  const hasMoved = publishedSlug !== null && field.value !== publishedSlug && isSlug(field.value)
  const moving = hasMoved
    ? t('article.slug.moves', { address: articlePath({ slug: publishedSlug, language }) })
    : ''
  return (
    <>
      <Field
        label={fieldLabel('slug')}
        hint={[t('article.slug.hint'), note, moving].filter(Boolean).join(' ')}
        error={fieldState.error?.message ?? problem}
      >
        {(control) => (
          <input
            type="text"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            {...field}
            {...control}
            onChange={(event) => {
              field.onChange(event)
              form.clearErrors('slug')
            }}
          />
        )}
      </Field>
      <Announcement>{[problem, note].filter(Boolean).join(' ')}</Announcement>
    </>
  )
}

/** Shows below a short text what was found in its sentences; nothing while there is nothing to look at. */
function useFieldVerdict(name: string): React.ReactNode {
  const { draft } = use(SourcesContext)
  const field = JUDGED_FIELDS.find((judged) => judged === name)
  if (!draft || !field) return undefined
  const open = draft.sentences.flatMap((sentence, index) => {
    const state = draft.states[index]
    return sentence.field === field && state && state !== 'green' ? [{ sentence, state }] : []
  })
  if (open.length === 0) return undefined
  return open.map(({ sentence, state }) => (
    <span key={sentence.from} data-tone={TONES[state]} className="block text-accent">
      {describeState(state, sentence)}
    </span>
  ))
}
