import { LanguageField } from '#app/components/search/search-form.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { Search } from '#app/components/ui/icons.tsx'
import { useTranslation } from '#app/hooks/use-translation.ts'
import { searchPath } from '#core/paths.ts'

/** Opens the search overlay (app/reader/search.ts). Without scripts it leads to the search page. */
export function SearchButton() {
  const { t } = useTranslation()
  return (
    <form action={searchPath()}>
      <LanguageField />
      <Button
        type="submit"
        variant="ghost"
        size="icon"
        data-scripted="search"
        aria-haspopup="dialog"
        aria-keyshortcuts="/ Control+K Meta+K"
      >
        <Search size={18} />
        <span className="sr-only">{t('header.search.open')}</span>
      </Button>
    </form>
  )
}
