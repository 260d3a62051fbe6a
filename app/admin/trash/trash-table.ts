import type { TableSpec } from '#app/admin/table/table-address.ts'

/** The trash has one order, the latest first. */
export const TRASH_TABLE: TableSpec<'deleted_at', never> = {
  sorts: ['deleted_at'],
  defaultSort: { by: 'deleted_at', descending: true },
  filters: {},
  pageSize: 25,
}
