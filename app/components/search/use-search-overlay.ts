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
  /**
   * 0 while it is closed. A dialog says that it has closed some time after it did; an overlay that was opened in between is another
   * one, which this does not close.
   */
  const [opening, setOpening] = useState(0)

  const open = useCallback(async () => {
    setOpening((number) => number + 1)
    try {
      const { SearchOverlay } = await loadOverlay()
      setOverlay(() => SearchOverlay)
    } catch (error) {
      console.error(error)
      setOpening(0)
      const path = localizedPath(searchPath(), language)
      if (!reportLoadFailure(path)) window.location.assign(path)
    }
  }, [language])
  const close = () => setOpening((number) => (number === opening ? 0 : number))

  return { Overlay: opening ? Overlay : null, opening, open, close }
}

function loadOverlay() {
  return import('#app/components/search/search-overlay.tsx')
}
