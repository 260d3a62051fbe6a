import { useQuery } from '@tanstack/react-query'
import { type UseFormReturn, useController } from 'react-hook-form'
import { slugUseQuery } from '#app/admin/article/article-queries.ts'
import { fieldLabel } from '#app/admin/article/fields/field-label.ts'
import type { ArticleForm } from '#app/admin/article/form/article-form.ts'
import { useSettled } from '#app/admin/article/use-settled.ts'
import { t } from '#app/admin/messages.ts'
import { Announcement } from '#app/admin/ui/announcement.tsx'
import { Field } from '#app/components/ui/field.tsx'
import { isSlug } from '#core/domain/article-slug.ts'
import type { Language } from '#core/i18n/languages.ts'
import { articlePath } from '#core/paths.ts'

const QUIET_MS = 400

interface SlugFieldProps {
  form: UseFormReturn<ArticleForm>
  articleId: string
  language: Language
  /** The slug that readers know; null while the article is not published. */
  publishedSlug: string | null
  onTyped: () => void
}

/** The end of the address. While it is typed, the page says who else has it. */
export function SlugField({ form, articleId, language, publishedSlug, onTyped }: SlugFieldProps) {
  const { field, fieldState } = useController({ control: form.control, name: 'slug' })
  const slug = useSettled(field.value, QUIET_MS)
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
              onTyped()
            }}
          />
        )}
      </Field>
      <Announcement>{[problem, note].filter(Boolean).join(' ')}</Announcement>
    </>
  )
}
