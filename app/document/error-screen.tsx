import { buttonStyles } from '#app/components/ui/button.tsx'
import { usePage } from '#app/document/page-context.ts'
import { useTranslation } from '#app/hooks/use-translation.ts'
import { localizedPath } from '#core/i18n/languages.ts'

interface ErrorScreenProps {
  status: number
  /** Under which the log knows the request. */
  reference?: string | undefined
}

/** Shown when rendering a page failed: the status and links to retry and to the home page, never a stack trace. */
export function ErrorScreen({ status, reference }: ErrorScreenProps) {
  const { language, t } = useTranslation()
  const { pathname, search } = usePage()
  return (
    <>
      <main className="page grid grow content-center py-16">
        <p
          aria-hidden
          className="font-display text-[clamp(5rem,16vw,11rem)] leading-[0.85] font-medium text-edge"
        >
          {status}
        </p>
        <h1 className="mt-6 font-display text-headline font-medium">{t('error.unexpected.title')}</h1>
        <p className="mt-4 max-w-xl font-serif text-deck text-soft">{t('error.unexpected.text')}</p>
        <p className="mt-8 flex flex-wrap gap-3">
          <a href={pathname + search} className={buttonStyles()}>
            {t('error.retry')}
          </a>
          <a href={localizedPath('/', language)} className={buttonStyles({ variant: 'secondary' })}>
            {t('notFound.home')}
          </a>
        </p>
      </main>
      {reference && <p className="page pb-16 text-small text-soft">{reference}</p>}
    </>
  )
}
