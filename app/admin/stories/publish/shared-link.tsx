import ChevronDown from 'lucide-react/icons/chevron-down'
import { useEffect, useState } from 'react'
import { type UseFormReturn, useController, useWatch } from 'react-hook-form'
import { t } from '#app/admin/kit/messages.ts'
import { HeroImageField } from '#app/admin/media/hero-image-field.tsx'
import type { ArticleForm } from '#app/admin/stories/article-form/article-form.ts'
import { useArticleCheckResult } from '#app/admin/stories/check/article-check-provider.tsx'
import { ArticleCard } from '#app/components/article/article-card.tsx'
import { CONTROL_STYLES, Field } from '#app/components/ui/field.tsx'
import { useSiteData } from '#app/hooks/use-site-data.ts'
import type { Article } from '#core/domain/article.ts'
import { ARTICLE_FIELDS, fieldLabel } from '#core/domain/article-fields.ts'
import { heroImageSources } from '#core/domain/hero-image.ts'
import type { Language } from '#core/i18n/languages.ts'
import { shareImagePath } from '#core/paths.ts'

interface SharedLinkProps {
  form: UseFormReturn<ArticleForm>
  article: Article | null
  language: Language
}

/** Shows the card of the article and a shared link of it, and the fields for what a link says instead. */
export function SharedLink({ form, article, language }: SharedLinkProps) {
  const values = useWatch({ control: form.control }) as ArticleForm
  const { siteUrl } = useSiteData()
  const { check } = useArticleCheckResult()
  const isFound = check.findings.some(({ field, reason }) => field.startsWith('social_') && reason === null)
  const [isOpen, setIsOpen] = useState(isFound)
  useEffect(() => {
    if (isFound) setIsOpen(true)
  }, [isFound])
  return (
    // It does not close when what was found has been put right, because somebody is writing in it.
    <details
      open={isOpen}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
      className="group border-line border-t pt-4"
    >
      <summary className="flex min-h-11 cursor-pointer items-center justify-between font-semibold text-sm sm:min-h-6">
        {t('publish.looks')}
        <ChevronDown aria-hidden size={17} className="text-faint group-open:rotate-180" />
      </summary>
      <div className="mt-4 grid gap-x-8 gap-y-6 sm:grid-cols-2">
        <figure>
          <figcaption className="mb-2 text-faint text-sm">{t('publish.card')}</figcaption>
          <div inert lang={language}>
            <ArticleCard
              heading="h3"
              article={{
                ...values,
                id: article?.id ?? '',
                language,
                publish_date: values.publish_date || new Date().toISOString(),
                hero: null,
              }}
            />
          </div>
        </figure>
        <figure>
          <figcaption className="mb-2 text-faint text-sm">{t('publish.link')}</figcaption>
          <div lang={language} className="overflow-hidden rounded-md border border-line wrap-anywhere">
            <LinkPicture address={values.social_image} article={article} />
            <div className="bg-wash p-3 dark:bg-paper">
              <p className="text-faint text-xs uppercase">{URL.parse(siteUrl)?.host}</p>
              <p className="mt-1 line-clamp-2 font-semibold text-sm">{values.social_title || values.title}</p>
              <p className="mt-1 line-clamp-2 text-soft text-sm">
                {values.social_description || values.excerpt}
              </p>
            </div>
          </div>
        </figure>
      </div>
      <div className="mt-6 space-y-4">
        <p className="text-soft text-sm">{t('publish.link.hint')}</p>
        <LinkText form={form} name="social_title" language={language} placeholder={values.title} />
        <LinkText form={form} name="social_description" language={language} placeholder={values.excerpt} />
        <LinkImage form={form} language={language} />
      </div>
    </details>
  )
}

/** The chosen picture, or the one that the site paints of a published article. */
function LinkPicture({ address, article }: { address: string | null; article: Article | null }) {
  const src = heroImageSources(address)?.src ?? (article?.published ? shareImagePath(article) : null)
  if (src === null)
    return (
      <p className="grid aspect-[1200/630] place-items-center p-6 text-faint text-sm">
        {t('publish.link.painted')}
      </p>
    )
  return (
    <img
      key={src}
      src={src}
      alt=""
      referrerPolicy="no-referrer"
      className="aspect-[1200/630] w-full object-cover"
    />
  )
}

interface LinkTextProps extends Pick<SharedLinkProps, 'form' | 'language'> {
  name: 'social_title' | 'social_description'
  /** The text of the link without it. */
  placeholder: string
}

function LinkText({ form, name, language, placeholder }: LinkTextProps) {
  const { field, fieldState } = useController({ control: form.control, name })
  const isLong = [...field.value].length > ARTICLE_FIELDS[name].longest
  return (
    <Field
      label={fieldLabel(name)}
      error={
        fieldState.error?.message ??
        (isLong ? t('publish.link.long', { count: ARTICLE_FIELDS[name].longest }) : undefined)
      }
    >
      {(control) => (
        <textarea
          {...field}
          {...control}
          rows={name === 'social_title' ? 1 : 2}
          lang={language}
          placeholder={placeholder.slice(0, 300)}
          className={CONTROL_STYLES}
        />
      )}
    </Field>
  )
}

function LinkImage({ form, language }: Pick<SharedLinkProps, 'form' | 'language'>) {
  const { field, fieldState } = useController({ control: form.control, name: 'social_image' })
  return (
    <HeroImageField
      label={fieldLabel('social_image')}
      error={fieldState.error?.message}
      value={field.value}
      onChange={field.onChange}
      language={language}
    />
  )
}
