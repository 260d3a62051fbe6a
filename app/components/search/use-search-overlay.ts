import { type ComponentType, useCallback, useState } from 'react'
import { reportLoadFailure } from '#app/document/load-failure.ts'
import { useLanguage } from '#app/hooks/use-translation.ts'
import { localizedPath } from '#core/i18n/languages.ts'
import { searchPath } from '#core/paths.ts'

type Overlay = ComponentType<{ onClose: () => void }>

/**
 * The search overlay and the functions that open and close it. Its code is loaded when it is first opened; if that fails, the
 * browser goes to the search page instead.
 */
export function useSearchOverlay() {
  const language = useLanguage()
  const [Overlay, setOverlay] = useState<Overlay | null>(null)
  const [isOpen, setIsOpen] = useState(false)

  const open = useCallback(async () => {
    setIsOpen(true)
    try {
      const { SearchOverlay } = await loadOverlay()
      setOverlay(() => SearchOverlay)
    } catch (error) {
      console.error(error)
      setIsOpen(false)
      const path = localizedPath(searchPath(), language)
      if (!reportLoadFailure(path)) window.location.assign(path)
    }
  }, [language])
  const close = useCallback(() => setIsOpen(false), [])

  return { Overlay: isOpen ? Overlay : null, open, close }
}

function loadOverlay() {
  return import('#app/components/search/search-overlay.tsx')
}
