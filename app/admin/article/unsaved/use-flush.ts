import { useEffect } from 'react'
import { sessionRenewal } from '#app/admin/session/session-renewal.ts'

/** Keeps everything when the page may be gone in a moment, when there is a connection again, and when the session has been renewed. */
export function useFlush(flush: () => Promise<void>): void {
  useEffect(() => {
    const now = () => void flush()
    const stopRenewal = sessionRenewal.subscribe(() => sessionRenewal.isAsking() || now())
    window.addEventListener('pagehide', now)
    window.addEventListener('online', now)
    document.addEventListener('visibilitychange', now)
    return () => {
      stopRenewal()
      window.removeEventListener('pagehide', now)
      window.removeEventListener('online', now)
      document.removeEventListener('visibilitychange', now)
      now()
    }
  }, [flush])
}
