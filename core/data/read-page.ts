import type { PostgrestError } from '@supabase/supabase-js'

export interface PageOptions {
  /** From 1. */
  page: number
  pageSize: number
}

export interface Page<Row> {
  rows: Row[]
  /** On all pages. */
  total: number
}

/** The `code` of a page that begins after the last row. */
const BEYOND_THE_END = 'PGRST103'

/** Reads a page with a query that counts exactly. A page beyond the last one has no rows, and knows how many there are. */
export async function readPage<Row>(
  read: (
    from: number,
    to: number,
  ) => PromiseLike<{ data: Row[] | null; count: number | null; error: PostgrestError | null }>,
  { page, pageSize }: PageOptions,
): Promise<Page<Row>> {
  const from = (page - 1) * pageSize
  const { data, count, error } = await read(from, from + pageSize - 1)
  if (error?.code === BEYOND_THE_END && page > 1) {
    return { rows: [], total: (await readPage(read, { page: 1, pageSize })).total }
  }
  if (error) throw error
  return { rows: data ?? [], total: count ?? 0 }
}
