/** Returns the data of a result of `client.auth`, whose methods return errors, or throws the error. */
export function unwrap<Result extends { data: unknown; error: Error | null }>(
  result: Result,
): Extract<Result, { error: null }>['data'] {
  if (result.error) throw result.error
  return result.data as Extract<Result, { error: null }>['data']
}
