import { Button } from '#app/components/ui/button.tsx'
import { useTranslation } from '#app/hooks/use-translation.ts'
import type { Article } from '#core/domain/article.ts'
import { formatArticleDate } from '#core/i18n/dates.ts'
import { LANGUAGES, type Language } from '#core/i18n/languages.ts'
import { previewPath } from '#core/paths.ts'

interface PreviewBarProps {
  article: Pick<Article, 'title' | 'language' | 'published'>
  token: string
  /** The languages in which there is a version. */
  languages: Language[]
  expiresAt: string
}

/** The bar above a previewed article: that it is a preview, until when, in which languages, and how it looks on a phone. */
export function PreviewBar({ article, token, languages, expiresAt }: PreviewBarProps) {
  const { language, t } = useTranslation()
  return (
    <section aria-label={t('preview.title')} className="border-line border-b bg-wash text-sm print:hidden">
      <div className="page flex flex-wrap items-center gap-x-6 gap-y-1 py-2">
        <p>
          <strong className="font-semibold">{t('preview.title')}</strong>
          <span aria-hidden> · </span>
          {t(article.published ? 'preview.published' : 'preview.draft')}
        </p>
        <p className="text-soft">{t('preview.expires', { date: formatArticleDate(expiresAt, language) })}</p>
        {languages.length > 1 && (
          <nav aria-label={t('preview.languages')} className="flex flex-wrap gap-x-1">
            {LANGUAGES.filter(({ code }) => languages.includes(code)).map(({ code, name }) => (
              <a
                key={code}
                href={previewPath(token, code)}
                lang={code}
                hrefLang={code}
                data-language={code}
                aria-current={code === article.language ? 'true' : undefined}
                className="inline-flex min-h-8 items-center px-1.5 text-soft underline-offset-4 hover:underline aria-[current=true]:font-semibold aria-[current=true]:text-ink"
              >
                {name}
              </a>
            ))}
          </nav>
        )}
        <PhoneView
          address={`${previewPath(token, article.language)}&framed`}
          title={`${t('preview.title')}: ${article.title}`}
        />
      </div>
    </section>
  )
}

/** Shows the preview over the page in a frame that is as wide as a phone. */
function PhoneView({ address, title }: { address: string; title: string }) {
  const { t } = useTranslation()
  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        data-scripted="phone"
        className="ml-auto max-sm:hidden noscript:hidden"
      >
        {t('preview.phone')}
      </Button>
      <dialog
        aria-label={t('preview.phone')}
        className="fixed inset-0 m-0 size-full max-h-none max-w-none bg-wash p-4 text-ink open:flex open:flex-col open:items-center open:gap-3"
      >
        <form method="dialog">
          <Button type="submit" variant="secondary" size="sm">
            {t('preview.close')}
          </Button>
        </form>
        <iframe
          title={title}
          src={address}
          loading="lazy"
          className="min-h-0 w-[375px] max-w-full grow border border-edge bg-paper shadow-float"
        />
      </dialog>
    </>
  )
}
