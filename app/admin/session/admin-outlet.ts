import { useOutletContext } from 'react-router'

/** What the layout of the admin area hands to its pages. */
export interface AdminOutlet {
  /** Logs out in this browser, and leads to the login. */
  endSession: () => Promise<void>
}

export function useAdminOutlet(): AdminOutlet {
  return useOutletContext<AdminOutlet>()
}
