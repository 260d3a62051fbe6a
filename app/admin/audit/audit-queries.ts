import { t } from '#app/admin/messages.ts'
import { deskQuery } from '#app/admin/query/desk-query.ts'
import type { TableAddress, TableSpec } from '#app/admin/table/table-address.ts'
import { listAuditEntries, listAuditedPeople } from '#core/data/audit-log.ts'
import type { PageOptions } from '#core/data/postgrest.ts'
import { AUDIT_KINDS, type AuditFilter, type AuditKind } from '#core/domain/audit-log.ts'

export type AuditSort = 'time'
export type AuditFilterName = 'who' | 'about' | 'from' | 'to'

const MAX_PERSON_CHARACTERS = 255
const EARLIEST_YEAR = 1970

/** Whether a text is a day as a date field writes it. */
function isDay(text: string): boolean {
  const start = startOf(text)
  return /^\d{4}-\d\d-\d\d$/.test(text) && start !== null && start.getFullYear() >= EARLIEST_YEAR
}

/** The beginning of a day, or of one after it, in the zone of the editor. */
function startOf(day: string, daysLater = 0): Date | null {
  const [year = Number.NaN, month = Number.NaN, date = Number.NaN] = day.split('-').map(Number)
  const start = new Date(year, month - 1, date + daysLater)
  return Number.isNaN(start.getTime()) || (daysLater === 0 && start.getDate() !== date) ? null : start
}

export const AUDIT_TABLE: TableSpec<AuditSort, AuditFilterName> = {
  sorts: [],
  defaultSort: { by: 'time', descending: true },
  filters: {
    who: (value) => value.length <= MAX_PERSON_CHARACTERS,
    about: AUDIT_KINDS,
    from: isDay,
    to: isDay,
  },
  pageSize: 50,
}

const KIND_NAMES: Record<AuditKind, string> = {
  articles: t('audit.kind.articles'),
  translations: t('audit.kind.translations'),
  work: t('audit.kind.work'),
  pages: t('audit.kind.pages'),
  pictures: t('audit.kind.pictures'),
  newsletter: t('audit.kind.newsletter'),
  subscribers: t('audit.kind.subscribers'),
  administrators: t('audit.kind.administrators'),
  settings: t('audit.kind.settings'),
}
export const KIND_OPTIONS = AUDIT_KINDS.map((kind) => [kind, KIND_NAMES[kind]] as const)

/** The query for an address of the list. */
export function auditOptions({
  search,
  filters,
  page,
}: TableAddress<AuditSort, AuditFilterName>): AuditFilter & PageOptions {
  return {
    search,
    person: filters.who,
    kind: filters.about as AuditKind | null,
    from: (filters.from && startOf(filters.from)?.toISOString()) || null,
    until: (filters.to && startOf(filters.to, 1)?.toISOString()) || null,
    page,
    pageSize: AUDIT_TABLE.pageSize,
  }
}

const LIVE = { live: ['audit_log'], refuses: true } as const

export const auditQuery = (options: AuditFilter & PageOptions) =>
  deskQuery(['audit', 'list', options], (client) => listAuditEntries(client, options), LIVE)

export const auditedPeopleQuery = deskQuery(['audit', 'people'], listAuditedPeople, LIVE)
