import type { ServerContext } from '#app/context.ts'
import { translatorOf } from '#app/messages.ts'
import {
  followIssueLinks,
  type IssueCorrection,
  listIssueCorrections,
} from '#app/newsletter/issue-links.server.ts'
import { NEWSLETTERS_TAG } from '#core/domain/page-tags.ts'
import type { PublishedNewsletter } from '#core/domain/published-newsletter.ts'
import { xml } from '#core/feeds/escape.ts'
import { formatArticleDate, htmlTime } from '#core/i18n/dates.ts'
import type { Language } from '#core/i18n/languages.ts'
import type { Translate } from '#core/i18n/translator.ts'
import { mapLinks } from '#core/newsletter/content-links.ts'
import { articlePath } from '#core/paths.ts'

/**
 * The content of an issue for readers of a language, as it was sent, but for its links: those to articles that have moved lead to their new address, and those to
 * links to articles that are no longer published become text. Corrections since then stand before it.
 */
export async function presentNewsletter(
  issue: PublishedNewsletter,
  language: Language,
  context: Pick<ServerContext, 'supabase' | 'siteUrl' | 'settings' | 'tag'>,
): Promise<{ content: string; notes: string; corrections: IssueCorrection[] }> {
  context.tag(NEWSLETTERS_TAG)
  const t = translatorOf(issue.language, context.settings)
  const targets = await followIssueLinks(issue, context)
  const corrections = await listIssueCorrections(issue, targets, context)
  const content = mapLinks(issue.content, (href, _index, isPicture) => {
    const target = targets.get(href)
    if (target === undefined || (target && 'article' in target)) return { href }
    if (target) return { href: target.movedTo }
    return { href: null, ...(!isPicture && { note: xml` <em>${t('newsletter.issue.gone')}</em>`.xml }) }
  })
  const readerT = translatorOf(language, context.settings)
  return {
    content,
    notes: correctionNotes(corrections, { language, t: readerT, siteUrl: context.siteUrl }),
    corrections,
  }
}

/** With whole addresses, because feeds have them too. It is no component, so that no reader loads code for what few issues have. */
function correctionNotes(
  corrections: readonly IssueCorrection[],
  { language, t, siteUrl }: { language: Language; t: Translate; siteUrl: string },
): string {
  if (corrections.length === 0) return ''
  const notes = corrections.map(
    ({ article, text, corrected_at, language: written }) => xml`<li class="mt-3">
<time datetime="${htmlTime(corrected_at)}" class="block text-sm text-faint">${formatArticleDate(corrected_at, language)}</time>
<a href="${siteUrl + articlePath(article)}" lang="${article.language}" hreflang="${article.language}" class="font-semibold">${article.title}</a>
<p lang="${written}" class="mt-0.5 whitespace-pre-line wrap-anywhere">${text}</p>
</li>`,
  )
  return xml`<section lang="${language}" aria-labelledby="corrected" class="mb-10 border-l-2 border-accent pl-5 font-sans text-base">
<h2 id="corrected" class="mt-0! font-sans text-sm font-semibold">${t('newsletter.issue.corrected.title')}</h2>
<ul role="list" class="mt-0! list-none pl-0!">${notes}</ul>
</section>`.xml
}
