import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { type UseFormReturn, useController } from 'react-hook-form'
import { t } from '#app/admin/kit/messages.ts'
import { ARTICLES_KEY, deskQuery } from '#app/admin/kit/query/desk-query.ts'
import { languageName } from '#app/admin/kit/ui/format.ts'
import { ConfirmDialog } from '#app/admin/kit/ui/modal-dialog.tsx'
import { Notice } from '#app/admin/kit/ui/notice.tsx'
import type { ArticleForm } from '#app/admin/stories/article-form/article-form.ts'
import { LIVE } from '#app/admin/stories/articles/articles-table.ts'
import { AlongField } from '#app/admin/stories/featured/choose-featured.tsx'
import { findFeaturedArticle } from '#core/data/articles.ts'
import { fieldLabel } from '#core/domain/article-fields.ts'
import { DEFAULT_LANGUAGE, type Language } from '#core/i18n/languages.ts'

interface FeaturedFieldProps {
  form: UseFormReturn<ArticleForm>
  articleId: string
  language: Language
  isPublished: boolean
  isFeatured: boolean
}

/** The choice whether the article is featured on the home page. Each language has one featured article. */
export function FeaturedField({ form, articleId, language, isPublished, isFeatured }: FeaturedFieldProps) {
  const id = useId()
  const { field } = useController({ control: form.control, name: 'featured' })
  const alone = useController({ control: form.control, name: 'featured_alone' }).field
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
      {language === DEFAULT_LANGUAGE && field.value !== isFeatured && (
        <div className="mt-2 ml-7">
          <AlongField isAlong={!alone.value} onChange={(isAlong) => alone.onChange(!isAlong)} />
        </div>
      )}
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

const featuredArticleQuery = (language: Language) =>
  deskQuery([...ARTICLES_KEY, 'featured', language], (client) => findFeaturedArticle(client, language), LIVE)
