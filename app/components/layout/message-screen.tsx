import { ArticleRow } from '#app/components/article/article-row.tsx'
import { LocalLink } from '#app/components/layout/local-link.tsx'
import { SearchForm } from '#app/components/search/search-form.tsx'
import { buttonStyles } from '#app/components/ui/button.tsx'
import { useTranslation } from '#app/hooks/use-translation.ts'

interface MessageScreenProps {
  /** Shown large above the title, hidden from screen readers. */
  statusCode?: string
  title: string
  text: string
  /** An additional line in small type. */
  detail?: string
  /** Articles with which readers may continue, below a form for searching. */
  suggestions?: React.ComponentProps<typeof ArticleRow>['articles']
}

/** A page that shows only a message and a link to the home page. */
export function MessageScreen({ statusCode, title, text, detail, suggestions }: MessageScreenProps) {
  const { t } = useTranslation()
  return (
    <>
      <div className="page pt-16 pb-10 md:pt-20">
        {statusCode && (
          <p
            aria-hidden
            className="font-display text-[clamp(5rem,16vw,11rem)] leading-[0.85] font-medium text-edge"
          >
            {statusCode}
          </p>
        )}
        <h1 className="mt-6 font-display text-headline font-medium">{title}</h1>
        <p className="mt-4 max-w-xl font-serif text-deck text-soft">{text}</p>
        {detail && <p className="mt-3 font-mono text-sm break-all text-faint">{detail}</p>}
        <LocalLink to="/" className={buttonStyles({ className: 'mt-8' })}>
          {t('notFound.home')}
        </LocalLink>
      </div>
      {suggestions && (
        <>
          <div className="page pb-16 print:hidden">
            <div className="max-w-xl">
              <SearchForm typed="" />
            </div>
          </div>
          <ArticleRow title={t('home.latest.title')} articles={suggestions} />
        </>
      )}
    </>
  )
}
