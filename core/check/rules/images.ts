import type { CheckContext, CheckedArticle, CheckRule } from '#core/check/checked-article.ts'
import { found } from '#core/check/finding.ts'

/** Images without a description for people who do not see them. */
export const missingAlt: CheckRule = ({ input: { hero_image }, images }, context) => {
  const rule = { rule: 'missing_alt', severity: 'problem' } as const
  const hero = hero_image ? context.images.get(hero_image) : undefined
  return [
    ...(hero_image && hero?.alt === null ? [found({ ...rule, field: 'hero_image', quote: hero_image })] : []),
    ...images
      // If the text has no alternative text, pages show that of the library.
      .filter(
        ({ text, address }) => text.trim() === '' && (context.images.get(address)?.alt ?? null) === null,
      )
      .map(({ address, from, to }) =>
        found({ ...rule, field: 'content', quote: address, place: { from, to } }),
      ),
  ]
}

/** Images without a credit in the library or in the text. Each is reported once. */
export const missingCredit: CheckRule = (article, context) => {
  const lacksCredit = (address: string) => {
    const facts = context.images.get(address)
    return facts ? !facts.credit?.trim() : isRemote(address, context)
  }
  return eachImage(article)
    .filter(({ address, credit }) => credit === '' && lacksCredit(address))
    .map(({ finding }) => found({ rule: 'missing_credit', severity: 'question', ...finding }))
}

/** Images that other servers may change or remove, and that tell those servers who reads the article. */
export const remoteImage: CheckRule = (article, context) =>
  eachImage(article)
    .filter(({ address }) => isRemote(address, context))
    .map(({ address, finding }) =>
      found({
        rule: 'remote_image',
        severity: 'question',
        ...finding,
        other: URL.parse(address)?.host ?? '',
      }),
    )

/** The hero image and the images in the text, each address once; with a credit if the text has one for it anywhere. */
function eachImage({ input: { hero_image }, images }: CheckedArticle) {
  const hero = hero_image
    ? [{ address: hero_image, credit: '', finding: { field: 'hero_image', quote: hero_image } as const }]
    : []
  const inText = [...Map.groupBy(images, ({ address }) => address).values()].flatMap((uses) => {
    const [first] = uses
    if (!first?.address || first.address === hero_image) return []
    const { address, from, to } = first
    const credit = uses.find((use) => use.credit !== '')?.credit ?? ''
    return [{ address, credit, finding: { field: 'content', quote: address, place: { from, to } } as const }]
  })
  return [...hero, ...inText]
}

function isRemote(address: string, { siteUrl }: CheckContext): boolean {
  return /^https?:\/\/[^/]/i.test(address) && !address.startsWith(`${siteUrl}/`)
}
