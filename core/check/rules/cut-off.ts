import type { CheckRule } from '#core/check/checked-article.ts'
import { found } from '#core/check/found.ts'

/** A text that is too long to be checked as a whole. */
export const cutOff: CheckRule = ({ input: { content }, length }) =>
  length < content.length
    ? [
        found({
          rule: 'cut_off',
          severity: 'question',
          field: 'content',
          place: { from: length, to: content.length },
        }),
      ]
    : []
