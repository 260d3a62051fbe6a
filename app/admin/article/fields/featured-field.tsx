import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { type UseFormReturn, useController } from 'react-hook-form'
import { featuredArticleQuery } from '#app/admin/article/article-queries.ts'
import { fieldLabel } from '#app/admin/article/fields/field-label.ts'
import type { ArticleForm } from '#app/admin/article/form/article-form.ts'
import { languageName } from '#app/admin/article/language-name.ts'
import { t } from '#app/admin/messages.ts'
import { ConfirmDialog } from '#app/admin/ui/confirm-dialog.tsx'
import { Notice } from '#app/admin/ui/notice.tsx'
import type { Language } from '#core/i18n/languages.ts'

interface FeaturedFieldProps {
  form: UseFormReturn<ArticleForm>
  articleId: string
  language: Language
  isPublished: boolean
}

/** Whether the article is the large one of the home page. There is one in each language. */
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
