import type { CheckRule } from '#core/check/checked-article.ts'
import { found } from '#core/check/finding.ts'

/** Images that say nothing to those who do not see them. */
export const missingAlt: CheckRule = ({ input: { hero_image }, images }, context) => {
  const rule = { rule: 'missing_alt', severity: 'problem' } as const
  const hero = hero_image ? context.images.get(hero_image) : undefined
  return [
    ...(hero_image && hero?.alt === null ? [found({ ...rule, field: 'hero_image', quote: hero_image })] : []),
    ...images
      // Where the text has no alternative text, pages show that of the library.
      .filter(
        ({ text, address }) => text.trim() === '' && (context.images.get(address)?.alt ?? null) === null,
      )
      .map(({ address, from, to }) =>
        found({ ...rule, field: 'content', quote: address, place: { from, to } }),
      ),
  ]
}

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
