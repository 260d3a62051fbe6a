import { createContext } from 'react-router'
import type { Client } from '#core/data/client.ts'

export interface AdminContext {
  /** Signed in as the administrator. */
  client: Client
  email: string
}

/** What `requireAdmin` leaves for the loaders behind it. */
export const adminContext = createContext<AdminContext>()
