import { MOST_COUNTED } from '#core/domain/dashboard.ts'

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
