import type { LucideIcon } from 'lucide-react'

/** An action of the command bar. Each subject has a list of its own, and `commands.ts` lists all of them. */
export type Command = {
  label: string
  icon: LucideIcon
  /** Other words under which it is found. */
  keywords?: string[]
} & ({ to: string } | { run: (actions: CommandActions) => void })

/** What commands may do besides navigating. */
export interface CommandActions {
  logout: () => void
}
