import type { CheckContext, CheckRule } from '#core/check/checked-article.ts'
import { found } from '#core/check/finding.ts'
import type { LinkResult } from '#core/domain/article-check.ts'
import { isLanguage, type Language, languageOfUrl, localizedPath } from '#core/i18n/languages.ts'
import { sitePaths } from '#core/paths.ts'

/** Names that are reserved for examples (RFC 2606 and RFC 6761), and placeholders of templates for addresses. */
const SAMPLE =
  /^(?:.+\.)?(?:example(?:\.(?:com|net|org|edu))?|invalid|test)$|^(?:www\.)?(?:your|my)-?(?:domain|site|website)\./
const TEMPLATE = /^(?:url|link|todo|tk|xxx|insert|here|placeholder|address)$/i

/** Links to a placeholder, such as example.com, that was meant to be replaced. */
export const sampleLink: CheckRule = ({ links, images }) =>
  [...links, ...images]
    .filter(({ address }) => isSample(address))
    .map(({ address, text, from, to }) =>
      found(
        { rule: 'sample_link', severity: 'problem', field: 'content', quote: address, place: { from, to } },
        text,
      ),
    )

/** Returns true if an address is only a placeholder, so that no page can be there. */
export function isSample(address: string): boolean {
  if (TEMPLATE.test(address)) return true
  const host = /^https?:\/\/([^/?#:]+)/i.exec(address)?.[1] ?? /^mailto:[^?]*@([^?]+)/i.exec(address)?.[1]
  return host !== undefined && SAMPLE.test(host.toLowerCase())
}

/** Links to pages that do not exist, also when their server says so with status 200. Links that could not be checked are not reported. */
export const deadLink: CheckRule = ({ links }, context) =>
  links.flatMap(({ address, text, from, to }) => {
    const result = context.links.get(address)
    // Another rule reports placeholders.
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

/** Links without an address, or with one that pages leave out because of its protocol. */
export const emptyLink: CheckRule = ({ links }) =>
  links
    .filter(({ address }) => /^#?$/.test(address.trim()))
    .map(({ text, from, to }) =>
      found({ rule: 'empty_link', severity: 'problem', field: 'content', quote: text, place: { from, to } }),
    )

/** Links to pages that have another address now; readers are redirected, until another page takes the old address. */
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

/** Links to a page of ours in another language than the text, although there is one in its language. */
export const linkLanguage: CheckRule = ({ input: { language }, links }, context) =>
  links.flatMap(({ address, text, from, to }) => {
    const better = isLanguage(language)
      ? (pageIn(language, address, context) ??
        articleIn(language, context.links.get(address)?.article ?? null))
      : null
    if (!better) return []
    return [
      found(
        {
          rule: 'link_language',
          severity: 'problem',
          field: 'content',
          quote: address,
          other: better,
          place: { from, to },
        },
        text,
      ),
    ]
  })

type OwnArticle = LinkResult['article']

function articleIn(language: Language, article: OwnArticle): string | null {
  if (!article || article.language === language) return null
  return article.versions.find((version) => version.language === language)?.path ?? null
}

/** Pages that exist in every language are known without a request. */
function pageIn(language: Language, address: string, { siteUrl, categories }: CheckContext): string | null {
  const base = siteUrl || 'http://site.invalid'
  const url = URL.parse(address, base)
  if (!url || url.origin !== new URL(base).origin || !sitePaths({ categories }).includes(url.pathname))
    return null
  return languageOfUrl(url) === language
    ? null
    : localizedPath(url.pathname + url.search + url.hash, language)
}
