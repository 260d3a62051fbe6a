import type { CheckRule } from '#core/check/checked-article.ts'
import { found } from '#core/check/found.ts'
import type { LinkResult } from '#core/domain/link-result.ts'
import { isLanguage, type Language, languageOfUrl, localizedPath } from '#core/i18n/languages.ts'
import { sitePaths } from '#core/paths.ts'

const SITE_PATHS = new Set(sitePaths())

/** Links to a page of ours in another language than the text, although there is one in its language. */
export const linkLanguage: CheckRule = ({ input: { language }, links }, context) =>
  links.flatMap(({ address, text, from, to }) => {
    const better = isLanguage(language)
      ? (pageIn(language, address, context.siteUrl) ??
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

/** The pages that exist in every language need nobody to ask. */
function pageIn(language: Language, address: string, siteUrl: string): string | null {
  const base = siteUrl || 'http://site.invalid'
  const url = URL.parse(address, base)
  if (!url || url.origin !== new URL(base).origin || !SITE_PATHS.has(url.pathname)) return null
  return languageOfUrl(url) === language
    ? null
    : localizedPath(url.pathname + url.search + url.hash, language)
}
