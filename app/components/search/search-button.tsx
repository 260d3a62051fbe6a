import { useSearchOverlay } from '#app/components/search/use-search-overlay.ts'
import { useSearchShortcut } from '#app/components/search/use-search-shortcut.ts'
import { Button, buttonStyles } from '#app/components/ui/button.tsx'
import { Search } from '#app/components/ui/icons.tsx'
import { useHydrated } from '#app/hooks/use-hydrated.ts'
import { useTranslation } from '#app/hooks/use-translation.ts'
import { localizedPath } from '#core/i18n/languages.ts'
import { searchPath } from '#core/paths.ts'

/** Opens the search overlay. Without scripts it is a link to the search page. */
export function SearchButton() {
  const { language, t } = useTranslation()
  const { Overlay, opening, open, close } = useSearchOverlay()
  useSearchShortcut(open)
  const isHydrated = useHydrated()
  const look = { variant: 'ghost', size: 'icon' } as const
  const label = (
    <>
      <Search aria-hidden size={18} />
      <span className="sr-only">{t('header.search.open')}</span>
    </>
  )
  if (!isHydrated) {
    return (
      <a href={localizedPath(searchPath(), language)} className={buttonStyles(look)} data-scripted="search">
        {label}
      </a>
    )
  }
  return (
    <>
      <Button
        {...look}
        data-scripted="search"
        aria-haspopup="dialog"
        aria-keyshortcuts="/ Control+K Meta+K"
        onClick={() => void open()}
      >
        {label}
      </Button>
      {Overlay && <Overlay key={opening} onClose={close} />}
    </>
  )
}
