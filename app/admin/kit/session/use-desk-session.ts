import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import { useNavigate, useOutletContext, useRevalidator } from 'react-router'
import { LOGIN_PATH } from '#app/admin/kit/paths.ts'
import { identifyVisitor, type Visitor } from '#app/admin/kit/session/identify-visitor.ts'
import { sessionRenewal } from '#app/admin/kit/session/session-renewal.ts'
import { allowReads, endReads } from '#app/browser-client.ts'
import type { Client } from '#core/data/client.ts'

/** Tells the other tabs about a logout, because the client reports every end of a session in the same way. */
const LOGOUT_CHANNEL = 'admin-logout'

/**
 * Watches the session while the admin area is open. When it expires, the user is asked for the password over the page; a
 * logout, here or in another tab, leads to the login. When the user of the session changes, the guard runs again. Returns
 * a function that logs out.
 */
export function useSessionWatch({ client, email }: { client: Client; email: string }): () => Promise<void> {
  const { revalidate } = useRevalidator()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const leaving = useRef(false)

  /** Otherwise the server refuses what is being read, because the session ends first. */
  const stopReading = useCallback(() => {
    leaving.current = true
    void queries.cancelQueries()
    endReads()
  }, [queries])

  const leave = useCallback(async () => {
    await navigate(LOGIN_PATH, { replace: true })
    allowReads()
  }, [navigate])

  useEffect(() => sessionRenewal.offer(email), [email])

  useEffect(() => {
    const channel = new BroadcastChannel(LOGOUT_CHANNEL)
    channel.onmessage = () => {
      stopReading()
      // The login asks who is there.
      allowReads()
      void leave()
    }
    return () => channel.close()
  }, [leave, stopReading])

  useEffect(() => {
    let known: string | undefined
    const { data } = client.auth.onAuthStateChange((event, session) => {
      const changed = session?.access_token !== known
      known = session?.access_token
      if (leaving.current || event === 'INITIAL_SESSION' || !changed) return
      if (!session) void sessionRenewal.ask()
      else if (!sessionRenewal.isAsking()) void revalidate()
      else {
        void settle(client, email).then((visitor) => {
          // The guard decides about another user.
          if (visitor && !(visitor.kind === 'member' && visitor.email === email)) return revalidate()
        })
      }
    })
    return () => data.subscription.unsubscribe()
  }, [client, email, revalidate])

  return useCallback(async () => {
    stopReading()
    const channel = new BroadcastChannel(LOGOUT_CHANNEL)
    channel.postMessage(null)
    channel.close()
    const { error } = await client.auth.signOut({ scope: 'local' })
    if (error) console.error('The session was ended here, but the server could not be told', error)
    await leave()
  }, [client, leave, stopReading])
}

/** Called when there is a session again, from the dialog or from another tab. Returns its visitor. */
async function settle(client: Client, email: string): Promise<Visitor | null> {
  const visitor = await identifyVisitor(client).catch(() => null)
  const awaitsSecondFactor = visitor?.kind === 'needs_second_factor' && visitor.email === email
  if (!visitor || visitor.kind === 'unauthenticated' || awaitsSecondFactor) return null
  sessionRenewal.complete()
  return visitor
}

/** The outlet context of the desk's layout. */
export interface Desk {
  /** The address of the person who is signed in. */
  email: string
  /** Logs out in this browser and navigates to the login. */
  endSession: () => Promise<void>
}

export function useDesk(): Desk {
  return useOutletContext<Desk>()
}
