import { type ComponentType, useEffect, useState } from 'react'
import { useLocation, useNavigation } from 'react-router'
import { useCategories } from '#app/hooks/use-categories.ts'
import { ARTICLE_PREFIX } from '#core/paths.ts'

/** Pages that load faster than this are shown without a placeholder. */
const DELAY_MS = 100

interface PendingPage {
  path: string
  Placeholder: ComponentType<{ path: string }>
}

/**
 * The page that is loading, with its placeholder, or null. When only the language changes it is null too, and the old page stays
 * meanwhile. The code of placeholders is loaded with the first page that needs one.
 */
export function usePendingPage(): PendingPage | null {
  const { pathname } = useLocation()
  const navigation = useNavigation()
  const categories = useCategories()
  const target =
    navigation.state === 'loading' && !navigation.formMethod ? navigation.location.pathname : null
  const waitingFor =
    target !== null && target !== pathname && hasPlaceholder(target, categories) ? target : null
  const [shown, setShown] = useState<PendingPage | null>(null)

  useEffect(() => {
    if (!waitingFor) return
    let isOver = false
    const timer = setTimeout(async () => {
      const placeholder = await loadPlaceholder().catch(console.error)
      if (placeholder && !isOver) setShown({ path: waitingFor, ...placeholder })
    }, DELAY_MS)
    return () => {
      isOver = true
      clearTimeout(timer)
      setShown(null)
    }
  }, [waitingFor])

  return shown?.path === waitingFor ? shown : null
}

function hasPlaceholder(path: string, categories: readonly string[]): boolean {
  return path === '/' || path.startsWith(ARTICLE_PREFIX) || categories.includes(path.slice(1))
}

async function loadPlaceholder(): Promise<Pick<PendingPage, 'Placeholder'>> {
  const { PendingPage: Placeholder } = await import('#app/components/layout/pending-page.tsx')
  return { Placeholder }
}
