import { useTranslation } from '#app/hooks/use-translation.ts'
import type { SavedArticle } from '#core/domain/saved-list.ts'
import { formatArticleDate } from '#core/i18n/dates.ts'
import { languageOfUrl } from '#core/i18n/languages.ts'
import type { Translate } from '#core/i18n/translator.ts'

interface SavedArticleListProps {
  t: Translate
  articles: SavedArticle[]
  what: 'saved' | 'read'
  /** The addresses that can be read without a network, once that is known. */
  here: ReadonlySet<string>
  isKnown: boolean
  onRemove?: (path: string) => void
}

export function SavedArticleList({ articles, onRemove, ...marks }: SavedArticleListProps) {
  const { t, what } = marks
  return (
    <ul
      className={`mt-8 divide-y divide-line border-y ${what === 'saved' ? 'border-ink border-t-3' : 'border-line'}`}
    >
      {articles.map((article) => (
        <li key={article.path} className="py-5">
          {/* A whole load: pages of another build than this one are among them. */}
          <a
            href={article.path}
            lang={article.language}
            // Else an English one would lead to the language that was chosen last.
            data-language={languageOfUrl(new URL(article.path, location.origin))}
            className="font-display text-title font-medium wrap-anywhere decoration-2 underline-offset-4 hover:underline"
          >
            {article.title}
          </a>
          <Marks article={article} {...marks} />
          {onRemove && (
            <button
              type="button"
              className="mt-1 py-1 text-sm font-semibold underline underline-offset-4"
              onClick={() => onRemove(article.path)}
            >
              {t('saved.remove')}
              <span className="sr-only"> {article.title}</span>
            </button>
          )}
        </li>
      ))}
    </ul>
  )
}

function Marks({
  t,
  article,
  what,
  here,
  isKnown,
}: Omit<SavedArticleListProps, 'articles'> & { article: SavedArticle }) {
  const { language } = useTranslation()
  const on = (iso: string) => ({ date: formatArticleDate(iso, language) })
  const { saved = '', read = '', withdrawn, corrections = [] } = article
  return (
    <>
      <p className="mt-1 text-sm text-faint">
        {what === 'saved' ? t('saved.on', on(saved)) : t('saved.readOn', on(read))}
        {isKnown && !withdrawn && <> · {t(here.has(article.path) ? 'saved.here' : 'saved.needsNetwork')}</>}
      </p>
      {withdrawn && <p className="mt-2 font-semibold text-red">{t('saved.withdrawn', on(withdrawn))}</p>}
      {corrections.map(({ corrected_at, text }) => (
        <div key={corrected_at} className="mt-2 border-l-3 border-accent pl-5">
          <p className="text-sm font-semibold">{t('saved.corrected', on(corrected_at))}</p>
          <p lang={article.language} className="whitespace-pre-line wrap-anywhere text-soft">
            {text}
          </p>
        </div>
      ))}
    </>
  )
}
