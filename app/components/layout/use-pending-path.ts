import { useEffect, useState } from 'react'
import { useLocation, useNavigation } from 'react-router'

/** Pages that are there sooner than this are shown without a placeholder in between. */
const PATIENCE_MS = 100

/** The path the reader is waiting for, or null. A change of language alone keeps the page while it loads. */
export function usePendingPath(): string | null {
  const { pathname } = useLocation()
  const navigation = useNavigation()
  const target =
    navigation.state === 'loading' && !navigation.formMethod ? navigation.location.pathname : null
  const waitingFor = target === pathname ? null : target
  const [shown, setShown] = useState<string | null>(null)

  useEffect(() => {
    if (!waitingFor) return
    const timer = setTimeout(() => setShown(waitingFor), PATIENCE_MS)
    return () => {
      clearTimeout(timer)
      setShown(null)
    }
  }, [waitingFor])

  return shown === waitingFor ? shown : null
}
