import type { Client } from '#core/data/client.ts'
import type { CalendarAnswer, CalendarItem, CalendarMove, MovableKind } from '#core/domain/calendar.ts'

export interface CalendarWindow {
  /** The first day and the last one, at most six weeks. */
  from: string
  until: string
  /** The time zone whose days they are. */
  zone: string
  person: string | null
  language: string | null
  section: string | null
}

/** The items of some days on the calendar of the caller. */
export async function listCalendar(client: Client, window: CalendarWindow): Promise<CalendarAnswer> {
  const { data } = await client
    .rpc('list_calendar', {
      p_from: window.from,
      p_until: window.until,
      p_zone: window.zone,
      p_person: window.person,
      p_language: window.language,
      p_section: window.section,
    })
    .throwOnError()
  return data
}

/** Moves an item to another day, unless somebody else has moved it in the meantime. */
export async function moveCalendarItem(
  client: Client,
  { kind, id, day }: Pick<CalendarItem, 'id' | 'day'> & { kind: MovableKind },
  to: string,
  zone: string,
): Promise<CalendarMove> {
  const { data } = await client
    .rpc('move_calendar_item', { p_kind: kind, p_id: id, p_from: day, p_to: to, p_zone: zone })
    .throwOnError()
  return data
}

/** The time since which the caller has an address for programs that read calendars; null without one. */
export async function findCalendarAddress(client: Client): Promise<string | null> {
  const { data } = await client.rpc('find_calendar_address').throwOnError()
  return data?.made_at ?? null
}

/** Makes an address for the caller in place of the one before, and returns its secret. */
export async function renewCalendarAddress(client: Client): Promise<string> {
  const { data } = await client.rpc('renew_calendar_address').throwOnError()
  return data.secret
}

/** Ends the caller's address; false when there was none. */
export async function revokeCalendarAddress(client: Client): Promise<boolean> {
  const { data } = await client.rpc('revoke_calendar_address').throwOnError()
  return data.revoked
}
