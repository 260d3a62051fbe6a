import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import type { Client } from '#core/data/client.ts'

/**
 * Sends the page through its guard again whenever the session became another one: renewed, expired, or ended in
 * another tab. A tab that merely comes to the front reports its old session and changes nothing.
 */
export function useSessionWatch(client: Client): void {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    let known: string | undefined
    const { data } = client.auth.onAuthStateChange((event, session) => {
      const changed = session?.access_token !== known
      known = session?.access_token
      if (changed && event !== 'INITIAL_SESSION') void revalidate()
    })
    return () => data.subscription.unsubscribe()
  }, [client, revalidate])
}
