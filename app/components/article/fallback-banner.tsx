import { Link } from 'react-router'
import { Button, buttonStyles } from '#app/components/ui/button.tsx'
import { useTranslation } from '#app/hooks/use-translation.ts'
import { articlePath } from '#core/paths.ts'

interface FallbackBannerProps {
  /** The slug of the version in the reader's language. */
  slug: string
  onDismiss: () => void
}

/** Tells a reader who is shown the English fallback that the article also exists in the language of the page. */
export function FallbackBanner({ slug, onDismiss }: FallbackBannerProps) {
  const { language, t } = useTranslation()
  return (
    <aside className="border-b border-line bg-wash print:hidden">
      <div className="page flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
        <p className="text-sm">{t('article.banner.text')}</p>
        <div className="flex gap-2">
          <Link
            to={articlePath({ slug, language })}
            lang={language}
            hrefLang={language}
            data-language={language}
            data-replace=""
            replace
            className={buttonStyles({ size: 'sm' })}
          >
            {t('article.banner.switch', { language: language.toUpperCase() })}
          </Link>{' '}
          <Button
            variant="ghost"
            size="sm"
            className="noscript:hidden"
            data-scripted="dismiss"
            onClick={() => {
              onDismiss()
              // The focused button disappears with the banner, so focus needs a new place.
              document.getElementById('content')?.focus({ preventScroll: true })
            }}
          >
            {t('article.banner.dismiss')}
          </Button>
        </div>
      </div>
    </aside>
  )
}
