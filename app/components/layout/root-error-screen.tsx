import { isRouteErrorResponse, useLocation, useRouteError } from 'react-router'
import { buttonStyles } from '#app/components/ui/button.tsx'
import { useTranslation } from '#app/hooks/use-translation.ts'
import { localizedPath } from '#core/i18n/languages.ts'

/** Shown when rendering a page failed: the status and links to retry and to the home page, never a stack trace. */
export function RootErrorScreen() {
  const { language, t } = useTranslation()
  const location = useLocation()
  const error = useRouteError()
  const status = isRouteErrorResponse(error) ? error.status : 500
  return (
    <main className="page grid grow content-center py-16">
      {/* The failed page no longer renders its own title. */}
      <title>{`${t('error.unexpected.title')} - ${t('site.name')}`}</title>
      <p
        aria-hidden
        className="font-display text-[clamp(5rem,16vw,11rem)] leading-[0.85] font-medium text-edge"
      >
        {status}
      </p>
      <h1 className="mt-6 font-display text-headline font-medium">{t('error.unexpected.title')}</h1>
      <p className="mt-4 max-w-xl font-serif text-deck text-soft">{t('error.unexpected.text')}</p>
      {/* Plain links with a full page load: the client-side router may be what failed. */}
      <p className="mt-8 flex flex-wrap gap-3">
        <a href={location.pathname + location.search} className={buttonStyles()}>
          {t('error.retry')}
        </a>
        <a href={localizedPath('/', language)} className={buttonStyles({ variant: 'secondary' })}>
          {t('notFound.home')}
        </a>
      </p>
    </main>
  )
}
