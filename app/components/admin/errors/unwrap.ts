/** The data of an answer of the official client's sign-in, whose methods return their errors. */
export function unwrap<Data>({
  data,
  error,
}: { data: Data; error: null } | { data: unknown; error: Error }): Data {
  if (error) throw error
  return data as Data
}
