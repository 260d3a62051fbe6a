import type { CheckRule } from '#core/check/checked-article.ts'
import { found } from '#core/check/found.ts'
import { isSample } from '#core/check/rules/sample-link.ts'

/** Links to pages that do not exist, also when their server says so with status 200. Links that could not be checked are no finding. */
export const deadLink: CheckRule = ({ links }, context) =>
  links.flatMap(({ address, text, from, to }) => {
    const result = context.links.get(address)
    // Another rule reports what was to be replaced.
    if (isSample(address)) return []
    if (result?.state !== 'dead' && result?.state !== 'soft_dead') return []
    return [
      found(
        {
          rule: 'dead_link',
          severity: result.state === 'dead' ? 'problem' : 'question',
          field: 'content',
          quote: address,
          other: result.detail,
          place: { from, to },
        },
        text,
      ),
    ]
  })
