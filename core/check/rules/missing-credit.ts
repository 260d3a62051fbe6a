import type { CheckRule } from '#core/check/checked-article.ts'
import { found } from '#core/check/found.ts'

/** Images of the library without a credit. */
export const missingCredit: CheckRule = ({ input: { hero_image }, images }, context) => {
  const rule = { rule: 'missing_credit', severity: 'question' } as const
  const lacksCredit = (address: string) => {
    const facts = context.images.get(address)
    return facts !== undefined && !facts.credit?.trim()
  }
  return [
    ...(hero_image && lacksCredit(hero_image)
      ? [found({ ...rule, field: 'hero_image', quote: hero_image })]
      : []),
    ...images
      .filter(({ address }) => lacksCredit(address))
      .map(({ address, from, to }) =>
        found({ ...rule, field: 'content', quote: address, place: { from, to } }),
      ),
  ]
}
