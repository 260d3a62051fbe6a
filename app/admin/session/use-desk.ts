import { useOutletContext } from 'react-router'

/** What the layout of the desk hands to its pages. */
export interface Desk {
  /** Who is signed in. */
  email: string
  /** Logs out in this browser, and leads to the login. */
  endSession: () => Promise<void>
}

export function useDesk(): Desk {
  return useOutletContext<Desk>()
}
