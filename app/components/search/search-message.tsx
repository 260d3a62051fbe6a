import type { SearchState } from '#app/components/search/use-search-results.ts'
import { Badge } from '#app/components/ui/badge.tsx'
import { useTranslation } from '#app/hooks/use-translation.ts'
import { DEFAULT_LANGUAGE, type Language } from '#core/i18n/languages.ts'

/** The state of a search in words: a live region, so that screen readers announce each change. */
export function SearchMessage({ state }: { state: SearchState }) {
  return (
    <div role="status">
      <Message state={state} />
    </div>
  )
}

function Message({ state }: { state: SearchState }) {
  const { t } = useTranslation()
  switch (state.kind) {
    case 'prompt':
      return <p className={LEAD}>{t('search.prompt')}</p>
    case 'searching':
      return <p className={LEAD}>{t('search.loading')}</p>
    case 'failed':
      return <p className={`${LEAD} text-red`}>{t('search.failed')}</p>
    case 'found': {
      const [first] = state.articles
      return (
        <>
          {state.reach && <p className="mb-4 text-soft">{state.reach}</p>}
          {first ? (
            <ResultCount count={state.articles.length} language={first.language} />
          ) : (
            <NothingFound query={state.query} />
          )}
        </>
      )
    }
  }
}

const LEAD = 'font-serif text-deck text-soft'

export function NothingFound({ query }: { query: string }) {
  const { language, t } = useTranslation()
  const hint = language === DEFAULT_LANGUAGE ? 'search.emptyHint.english' : 'search.emptyHint.language'
  return (
    <>
      <p className="font-serif text-deck wrap-anywhere">{t('search.empty', { query })}</p>
      <p className="mt-2 text-soft">{t(hint)}</p>
    </>
  )
}

/** `language` is that of the results, which may be English on a page in another language. */
export function ResultCount({ count, language }: { count: number; language: Language }) {
  const { language: current, t } = useTranslation()
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <h2 className="text-sm font-semibold">{t('search.results', { count })}</h2>
      {language !== current && <Badge tone="blue">{t('search.englishResults')}</Badge>}
    </div>
  )
}
