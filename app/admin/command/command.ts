import type { LucideIcon } from 'lucide-react'

/** Something that the command bar can do. Each subject has a list of its own, all of which stand in `commands.ts`. */
export type Command = {
  label: string
  icon: LucideIcon
  /** Other words that somebody may look for. */
  keywords?: string[]
} & ({ to: string } | { run: (actions: CommandActions) => void })

/** What the shell lets commands do, beside leading to an address. */
export interface CommandActions {
  logout: () => void
}
