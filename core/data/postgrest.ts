/** The `select` of these columns, as a literal type from which the official client derives the type of the rows. */
export function columnsOf<const Names extends readonly string[]>(names: Names): Joined<Names> {
  return names.join(',') as Joined<Names>
}

type Joined<Names extends readonly string[]> = Names extends readonly [infer Only extends string]
  ? Only
  : Names extends readonly [infer First extends string, ...infer Rest extends readonly string[]]
    ? `${First},${Joined<Rest>}`
    : ''

/**
 * "Contains this, as it is", for use inside `or`: `\`, `%` and `_` mean something to LIKE, and `\` and `"` to the quotes that
 * PostgREST wants around commas and parentheses. An asterisk would be read as `%` and cannot be escaped.
 */
export function containsCondition(query: string): string {
  const pattern = `%${query.replace(/[\\%_]/g, '\\$&').replaceAll('*', '_')}%`
  return `ilike."${pattern.replace(/[\\"]/g, '\\$&')}"`
}

export interface PageOptions {
  /** From 1. */
  page: number
  pageSize: number
}

/** The arguments by which a function returns a page. */
export const partOf = ({ page, pageSize }: PageOptions) => ({
  p_offset: (page - 1) * pageSize,
  p_limit: pageSize,
})

export interface Page<Row> {
  rows: Row[]
  /** The number of rows on all pages. */
  total: number
}

/** The `code` of a page that begins after the last row. */
const BEYOND_THE_END = 'PGRST103'

/**
 * Reads a page with a query that counts exactly and throws its errors (`throwOnError`). A page beyond the last one has no rows,
 * but the total.
 */
export async function readPage<Row>(
  read: (from: number, to: number) => PromiseLike<{ data: Row[]; count: number | null; error: null }>,
  { page, pageSize }: PageOptions,
): Promise<Page<Row>> {
  const from = (page - 1) * pageSize
  try {
    const { data, count } = await read(from, from + pageSize - 1)
    return { rows: data, total: count ?? 0 }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (page === 1 || code !== BEYOND_THE_END) throw error
    return { rows: [], total: (await readPage(read, { page: 1, pageSize })).total }
  }
}
