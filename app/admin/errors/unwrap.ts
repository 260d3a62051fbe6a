/** The data of an answer of the official client's sign-in, whose methods return their errors. */
export function unwrap<Answer extends { data: unknown; error: Error | null }>(
  answer: Answer,
): Extract<Answer, { error: null }>['data'] {
  if (answer.error) throw answer.error
  return answer.data as Extract<Answer, { error: null }>['data']
}
