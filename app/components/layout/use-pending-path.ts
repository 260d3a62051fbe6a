import { useEffect, useState } from 'react'
import { useLocation, useNavigation } from 'react-router'

/** Pages that load faster than this are shown without a placeholder. */
const DELAY_MS = 100

/** The path that is loading, or null. When only the language changes it is null too, and the old page stays meanwhile. */
export function usePendingPath(): string | null {
  const { pathname } = useLocation()
  const navigation = useNavigation()
  const target =
    navigation.state === 'loading' && !navigation.formMethod ? navigation.location.pathname : null
  const waitingFor = target === pathname ? null : target
  const [shown, setShown] = useState<string | null>(null)

  useEffect(() => {
    if (!waitingFor) return
    const timer = setTimeout(() => setShown(waitingFor), DELAY_MS)
    return () => {
      clearTimeout(timer)
      setShown(null)
    }
  }, [waitingFor])

  return shown === waitingFor ? shown : null
}
