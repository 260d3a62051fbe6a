import { useQuery } from '@tanstack/react-query'
import { useId, useMemo, useState } from 'react'
import { type UseFormReturn, useController } from 'react-hook-form'
import { useArticleCheckResult } from '#app/admin/article/article-check-provider.tsx'
import type { ArticleForm } from '#app/admin/article/article-form.ts'
import { featuredArticleQuery } from '#app/admin/article/article-queries.ts'
import { fieldLabel } from '#app/admin/article/fields/field-label.ts'
import { ArticleTextField } from '#app/admin/article/fields/text-field.tsx'
import { languageName } from '#app/admin/article/language-name.ts'
import { SelectControl } from '#app/admin/form/select-control.tsx'
import { HeroImageField } from '#app/admin/media/hero-image-field.tsx'
import { t } from '#app/admin/messages.ts'
import { useCategoryOptions, useSections } from '#app/admin/sections/use-sections.ts'
import { ConfirmDialog } from '#app/admin/ui/confirm-dialog.tsx'
import { Notice } from '#app/admin/ui/notice.tsx'
import { Field } from '#app/components/ui/field.tsx'
import { MAX_LENGTHS } from '#core/domain/article-input.ts'
import { readingTimeOf } from '#core/domain/article-reading-time.ts'
import { presentSection } from '#core/domain/category.ts'
import type { Language } from '#core/i18n/languages.ts'

interface FieldProps {
  form: UseFormReturn<ArticleForm>
}

export function CategoryField({ form }: FieldProps) {
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
export function ReadingTimeField({ form }: FieldProps) {
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
      longest={MAX_LENGTHS.reading_time}
      required
      hint={isTyped ? t('article.readingTime.hint', { time: counted }) : undefined}
      onBlur={follow}
    />
  )
}

/** The date that readers see, in the time zone of the editor. */
export function PublishDateField({ form, isPublished }: FieldProps & { isPublished: boolean }) {
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

export function ImageField({ form, language }: FieldProps & { language: Language }) {
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

interface FeaturedFieldProps {
  form: UseFormReturn<ArticleForm>
  articleId: string
  language: Language
  isPublished: boolean
}

/** Whether the article is featured on the home page. Each language has one featured article. */
export function FeaturedField({ form, articleId, language, isPublished }: FeaturedFieldProps) {
  const id = useId()
  const { field } = useController({ control: form.control, name: 'featured' })
  const { data: featured } = useQuery(featuredArticleQuery(language))
  const [isAsking, setIsAsking] = useState(false)
  const other = featured && featured.id !== articleId ? featured : null

  return (
    <div>
      <label htmlFor={id} className="flex min-h-6 items-center gap-2.5 font-medium text-sm">
        <input
          id={id}
          ref={field.ref}
          type="checkbox"
          checked={field.value}
          onBlur={field.onBlur}
          onChange={({ target }) =>
            target.checked && other ? setIsAsking(true) : field.onChange(target.checked)
          }
          aria-describedby={`${id}-note`}
          className="size-4.5 accent-ink"
        />
        {fieldLabel('featured')}
      </label>
      <div id={`${id}-note`} className="mt-2">
        {!field.value && other && (
          <Notice>
            <p>{t('article.featured.current', { language: languageName(language), title: other.title })}</p>
          </Notice>
        )}
        {field.value && !isPublished && <Notice>{t('article.featured.later')}</Notice>}
      </div>
      {isAsking && other && (
        <ConfirmDialog
          title={t('article.featured.replaceTitle')}
          action={t('article.featured.continue')}
          destructive={false}
          onConfirm={async () => void field.onChange(true)}
          onClose={() => setIsAsking(false)}
        >
          <p>{t('article.featured.replace', { title: other.title })}</p>
        </ConfirmDialog>
      )}
    </div>
  )
}
