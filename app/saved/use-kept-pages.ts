import { useCallback, useEffect, useState } from 'react'
import { canKeepPages, keepListPage, listKeptPages } from '#app/saved/kept-pages.ts'
import { loadSavedWords } from '#app/saved/load-saved-words.ts'
import { registerWorker, stopKeeping } from '#app/saved/register-worker.ts'
import type { KeptPage } from '#core/domain/kept-page.ts'

export interface KeptPages {
  /** Null where the browser can keep none, and while that is not known yet. */
  pages: KeptPage[] | null
  /** `impossible`: without https, for example. */
  state: 'unknown' | 'kept' | 'impossible'
  refresh: () => void
}

/**
 * The pages that are stored for offline reading. A browser begins to store pages when the list is first opened, if `mayKeep` says that it
 * may.
 */
export function useKeptPages(mayKeep: boolean): KeptPages {
  const [pages, setPages] = useState<KeptPage[] | null>(null)
  const [state, setState] = useState<KeptPages['state']>('unknown')
  const refresh = useCallback(() => {
    if (canKeepPages()) void listKeptPages().then(setPages, console.warn)
  }, [])

  useEffect(() => {
    if (!mayKeep) return setPages(null)
    let isShown = true
    const begin = async () => {
      // The page itself may be one of before the publication has switched it off.
      if (!(await loadSavedWords()).keeps) return stopKeeping()
      const isPossible = await registerWorker()
      if (!isShown) return
      setState(isPossible ? 'kept' : 'impossible')
      refresh()
      if (!isPossible) return
      await import('#app/saved/follow-reading.tsx')
      await keepListPage()
      if (isShown) refresh()
    }
    void begin().catch(console.warn)
    return () => {
      isShown = false
    }
  }, [mayKeep, refresh])

  return { pages, state, refresh }
}
