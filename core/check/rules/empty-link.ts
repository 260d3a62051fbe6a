import type { CheckRule } from '#core/check/checked-article.ts'
import { found } from '#core/check/found.ts'

/** Links without an address, or with one that pages leave out because of its protocol. */
export const emptyLink: CheckRule = ({ links }) =>
  links
    .filter(({ address }) => /^#?$/.test(address.trim()))
    .map(({ text, from, to }) =>
      found({ rule: 'empty_link', severity: 'problem', field: 'content', quote: text, place: { from, to } }),
    )
