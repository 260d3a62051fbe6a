import type { LucideIcon } from 'lucide-react'
import type { Params } from 'react-router'
import { MOST_COUNTED } from '#core/domain/dashboard.ts'
import { type MyMembership, type Permission, type Role, rolesWith } from '#core/domain/role.ts'

/** The parts that a room of the desk brings to the shell. */
export interface Room {
  /** Its pages, in the order of the menu. */
  pages: readonly Page[]
  /** Further addresses that are for others than the page above them. */
  screens?: readonly Screen[]
  /** The actions on its pages, as the command bar lists them. */
  commands?: readonly Command[]
}

/**
 * A screen of the desk and the people it is for. The menu, the command bar and the guard ask this; what may be read is decided by the
 * database.
 */
export interface Screen {
  /** Its address, or the beginning of the addresses of several. */
  to: string
  roles: readonly Role[]
  /** The right that they must have, too. An administrator is allowed everything. */
  permission?: Permission
}

interface Entry {
  label: string
  icon: LucideIcon
  /** Its name for everybody but administrators, to whom the page shows something else. */
  memberLabel?: string
  /** Other words under which it is found, between commas. */
  keywords?: string
}

export interface Page extends Screen, Entry {
  /**
   * The label that the menu shows instead, where its group says the rest; and a word before it for screen readers, which read links alone.
   */
  inMenu?: { label: string; before?: string }
  /** The page whose tabs lead to it, so that the menu shows only that one. */
  tabOf?: string
}

/**
 * The object that a route exports as `handle` where its screen has another title than the page of the menu to which its address belongs.
 */
export interface ScreenHandle {
  title: string | ((params: Params) => string)
}

/** An entry of the command bar. */
export type Command = Entry & ({ to: string } | { run: (actions: CommandActions) => void })

/** The actions that commands may take besides navigating. */
export interface CommandActions {
  logout: () => void
}

export const ADMINISTRATORS: readonly Role[] = ['admin']
export const EDITORS = rolesWith('edit')
export const WRITERS = rolesWith('have_articles')
export const TRANSLATORS = rolesWith('edit', 'own_languages')
export const NEWSLETTER = rolesWith('make_newsletters')

/** Returns the name of a command for a member; as for an administrator while it is not known who is there. */
export const labelFor = (member: MyMembership | null, { label, memberLabel }: Entry): string =>
  (member && member.role !== 'admin' && memberLabel) || label

/** A line of the dashboard, which leads to what it is about. */
export interface WaitingLine {
  text: string
  detail?: string
  /** Instead of the detail: parts of it, each with an address of its own. */
  links?: { label: string; to: string; lang?: string }[]
  to: string
  /** The page of the menu whose badge counts it; what only goes out by itself counts nowhere. */
  page: string
  count: number
}

export const MINUTE = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' })

/** A number that was counted up to a bound. */
export function showCount(count: number): string {
  return count >= MOST_COUNTED ? `${MOST_COUNTED - 1}+` : String(count)
}
