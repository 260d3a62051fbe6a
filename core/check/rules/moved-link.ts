import type { CheckRule } from '#core/check/checked-article.ts'
import { found } from '#core/check/found.ts'

/** Links to pages that have another address now; readers are led there, until somebody takes the old address. */
export const movedLink: CheckRule = ({ links }, context) =>
  links.flatMap(({ address, text, from, to }) => {
    const result = context.links.get(address)
    if (result?.state !== 'moved') return []
    return [
      found(
        {
          rule: 'moved_link',
          severity: 'question',
          field: 'content',
          quote: address,
          other: result.detail,
          place: { from, to },
        },
        text,
      ),
    ]
  })
