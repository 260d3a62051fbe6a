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
): Promise<{ content: string; notes: React.ReactNode; corrections: IssueCorrection[] }> {
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
  const options = { language, t: translatorOf(language, context.settings), siteUrl: context.siteUrl }
  return {
    content,
    notes: corrections.length > 0 && <CorrectionNotes corrections={corrections} {...options} />,
    corrections,
  }
}

interface CorrectionNotesProps {
  corrections: readonly IssueCorrection[]
  language: Language
  t: Translate
  siteUrl: string
}

/** With whole addresses, because feeds have them too. */
function CorrectionNotes({ corrections, language, t, siteUrl }: CorrectionNotesProps) {
  return (
    <section
      lang={language}
      aria-labelledby="corrected"
      className="mb-10 border-l-2 border-accent pl-5 font-sans text-base"
    >
      <h2 id="corrected" className="mt-0! font-sans text-sm font-semibold">
        {t('newsletter.issue.corrected.title')}
      </h2>
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari takes a list without markers for none */}
      <ul role="list" className="mt-0! list-none pl-0!">
        {corrections.map(({ article, text, corrected_at, language: written }) => (
          <li key={`${article.id} ${corrected_at} ${text}`} className="mt-3">
            <time dateTime={htmlTime(corrected_at)} className="block text-sm text-faint">
              {formatArticleDate(corrected_at, language)}
            </time>
            <a
              href={siteUrl + articlePath(article)}
              lang={article.language}
              hrefLang={article.language}
              className="font-semibold"
            >
              {article.title}
            </a>
            <p lang={written} className="mt-0.5 whitespace-pre-line wrap-anywhere">
              {text}
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
