import type { Selection } from '#server/rest/query.ts'
import { RestError, unreadable } from '#server/rest/rest-error.ts'

/**
 * Applies a Range header of rows, such as `0-9`, to a selection that says nothing of it itself.
 * @throws RestError
 */
export function applyRange(selection: Selection, range: string | null): Selection {
  if (range === null) return selection
  if (selection.limit !== null || selection.offset > 0) {
    throw unreadable('the Range header', 'the URL has a limit or an offset as well')
  }
  const [, first, last = ''] = /^(?:items=)?(\d{1,9})-(\d{0,9})$/.exec(range) ?? []
  if (first === undefined) throw unreadable('the Range header', 'first-last is expected')
  const offset = Number(first)
  const limit = last === '' ? null : Number(last) - offset + 1
  if (limit !== null && limit < 1) {
    throw new RestError(416, 'PGRST103', 'Requested range not satisfiable', {
      details: 'The lower boundary must be lower than or equal to the upper boundary in the Range header.',
    })
  }
  return { ...selection, offset, limit }
}
