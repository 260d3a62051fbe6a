/**
 * "Contains this, as it is", for use inside `or`: `\`, `%` and `_` mean something to LIKE, and `\` and `"` to the quotes that
 * PostgREST wants around commas and parentheses. An asterisk would be read as `%` and cannot be escaped.
 */
export function containsCondition(query: string): string {
  const pattern = `%${query.replace(/[\\%_]/g, '\\$&').replaceAll('*', '_')}%`
  return `ilike."${pattern.replace(/[\\"]/g, '\\$&')}"`
}
