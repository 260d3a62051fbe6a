import { Button } from '#app/components/ui/button.tsx'
import { CONTROL_STYLES } from '#app/components/ui/field.tsx'
import { Search } from '#app/components/ui/icons.tsx'
import { useLanguage, useTranslation } from '#app/hooks/use-translation.ts'
import { FULL_TEXT_MIN_LENGTH, SEARCH_MAX_LENGTH } from '#core/domain/search.ts'
import { DEFAULT_LANGUAGE } from '#core/i18n/languages.ts'
import { searchPath } from '#core/paths.ts'

/** The search page in the language of this one. */
export function LanguageField() {
  const language = useLanguage()
  return language !== DEFAULT_LANGUAGE && <input type="hidden" name="lang" value={language} />
}

/** Submits the query as a GET request to the search page. `children` are more fields, below it. */
export function SearchForm({ typed, children }: { typed: string; children?: React.ReactNode }) {
  const { t } = useTranslation()
  return (
    // biome-ignore lint/a11y/useSemanticElements: it is a landmark already where the form is all of it
    <form role="search" action={searchPath()}>
      <LanguageField />
      <div className="flex gap-2">
        <input
          type="search"
          name="q"
          defaultValue={typed}
          minLength={FULL_TEXT_MIN_LENGTH}
          maxLength={SEARCH_MAX_LENGTH}
          placeholder={t('search.placeholder')}
          aria-label={t('search.label')}
          autoComplete="off"
          enterKeyHint="search"
          className={`${CONTROL_STYLES} text-ellipsis`}
        />
        <Button type="submit">
          <Search size={18} />
          <span className="max-sm:sr-only">{t('search.label')}</span>
        </Button>
      </div>
      {children}
    </form>
  )
}
