import { useOutletContext } from 'react-router'

/** The outlet context of the desk's layout. */
export interface Desk {
  /** Who is signed in. */
  email: string
  /** Logs out in this browser and navigates to the login. */
  endSession: () => Promise<void>
}

export function useDesk(): Desk {
  return useOutletContext<Desk>()
}
