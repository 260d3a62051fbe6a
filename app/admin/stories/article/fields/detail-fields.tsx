import { useMemo } from 'react'
import { type UseFormReturn, useController } from 'react-hook-form'
import { SelectControl } from '#app/admin/kit/form/select-control.tsx'
import { t } from '#app/admin/kit/messages.ts'
import { HeroImageField } from '#app/admin/media/hero-image-field.tsx'
import { useCategoryOptions, useSections } from '#app/admin/settings/sections/use-sections.ts'
import { ArticleTextField } from '#app/admin/stories/article/fields/text-field.tsx'
import type { ArticleForm } from '#app/admin/stories/article-form/article-form.ts'
import { fieldLabel } from '#app/admin/stories/article-form/field-label.ts'
import { useArticleCheckResult } from '#app/admin/stories/check/article-check-provider.tsx'
import { Field } from '#app/components/ui/field.tsx'
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
