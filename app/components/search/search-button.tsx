import { useEffect } from 'react'
import { useSearchOverlay } from '#app/components/search/use-search-overlay.ts'
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
      <Search size={18} />
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

/** Opens the search on `/`, unless the reader is typing, and on Ctrl-K or Cmd-K anywhere. */
function useSearchShortcut(open: () => void): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || event.altKey) return
      const isCommand = event.ctrlKey || event.metaKey
      const isShortcut = isCommand ? event.key === 'k' : event.key === '/' && !isTyping(event.target)
      if (!isShortcut || document.querySelector('dialog:modal')) return
      event.preventDefault()
      open()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [open])
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input, textarea, select, [role=textbox]'))
  )
}
