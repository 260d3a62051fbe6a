import type { ServerContext } from '#app/context.ts'
import { translatorOf } from '#app/messages.ts'
import { listCorrectionsSince } from '#core/data/article-corrections.ts'
import { findMovedArticle, listArticlesBySlug } from '#core/data/articles.ts'
import type { Article } from '#core/domain/article.ts'
import { isSlug } from '#core/domain/article-slug.ts'
import type { PublishedNewsletter } from '#core/domain/newsletter-issue.ts'
import { NEWSLETTERS_TAG } from '#core/domain/page-tags.ts'
import type { Settings } from '#core/domain/settings.ts'
import { xml } from '#core/feeds/escape.ts'
import { formatArticleDate, htmlTime } from '#core/i18n/dates.ts'
import { DEFAULT_LANGUAGE, type Language, languageOfUrl } from '#core/i18n/languages.ts'
import type { Translate } from '#core/i18n/translator.ts'
import { sectionColors } from '#core/look/section-colors.ts'
import { linksOf, mapLinks } from '#core/newsletter/content-links.ts'
import { STORY_PICTURES } from '#core/newsletter/story-pictures.ts'
import { ARTICLE_PREFIX, articlePath } from '#core/paths.ts'

const MARK = /<p data-section="([^"]+)"([^>]*)>(<a [^>]*><img [^>]*><\/a>)?/g

/** Styles of no other page, so they are sent with the content. */
const STYLES = `<style>
.newsletter :is(h2,[data-section]){clear:both}
.newsletter [data-section]{margin-top:2.6em;color:var(--color-accent);font:600 var(--text-label)/1.4 var(--font-sans);letter-spacing:.06em;text-transform:uppercase}
.newsletter h2+[data-section]{margin-top:1.4em}
.newsletter [data-section] span{display:inline-block;width:.5rem;height:.5rem;margin-inline-end:.5rem;background:currentColor}
.newsletter [data-section] a{display:block;margin-bottom:1.2em;text-decoration:none}
.newsletter [data-section] a:has(img[width="${STORY_PICTURES.small.width}"]){float:right;width:clamp(6rem,26%,10.5rem);margin:.25em 0 .8em 1.5rem}
.newsletter [data-section]+h3{margin-top:.4em}
.newsletter [data-section]:has(img[width="${STORY_PICTURES.lead.width}"])+h3{font-size:1.55em}
.newsletter h3 a:not(:hover){text-decoration-color:transparent}
</style>`

/** The content of an issue as its page shows it: with the names of sections in their colours, and small pictures beside the text. */
export function showSections(content: string, settings: Settings): string {
  let isMarked = false
  const marked = content.replace(MARK, (_, slug: string, attributes: string, picture = '') => {
    isMarked = true
    const { light, dark } = sectionColors(slug, settings)
    return `<p data-section="${slug}"${attributes} style="--color-accent:light-dark(${light},${dark})">${picture}<span aria-hidden="true"></span>`
  })
  return isMarked ? STYLES + marked : content
}

/**
 * The content of an issue for readers of a language, as it was sent, but for its links: those to articles that have moved lead to their new
 * address, and those to articles that are no longer published become text. Corrections since then are shown before it.
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

/** The links have whole addresses, because feeds have these notes too. */
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

/** The most articles that are looked up for one issue. */
const MAX_ARTICLES = 200

type LinkedArticle = Pick<Article, 'id' | 'slug' | 'language' | 'title' | 'original_article_id'>

/** An article to which an issue links, as it is now; null when readers cannot open it any more. */
type LinkTarget = { article: LinkedArticle } | { movedTo: string } | null

/** Finds the articles to which an issue links as they are now, by the addresses of the links. */
async function followIssueLinks(
  issue: Pick<PublishedNewsletter, 'content'>,
  { supabase, siteUrl, tag }: Pick<ServerContext, 'supabase' | 'siteUrl' | 'tag'>,
): Promise<Map<string, LinkTarget>> {
  const links = [...new Set(linksOf(issue.content))]
    .flatMap((href) => ownArticle(href, siteUrl) ?? [])
    .slice(0, MAX_ARTICLES)
  const found = await listArticlesBySlug(supabase, [...new Set(links.map(({ slug }) => slug))])
  const targets = await Promise.all(
    links.map(async ({ href, slug, language }): Promise<[string, LinkTarget]> => {
      const version = (code: Language) =>
        found.find((article) => article.slug === slug && article.language === code)
      const article = version(language) ?? version(DEFAULT_LANGUAGE)
      // The tag is set even if there is none: one may be published under the same address again.
      tag(`slug:${slug}`, ...(article ? [`article:${article.original_article_id ?? article.id}`] : []))
      if (article) return [href, { article }]
      const moved = await findMovedArticle(supabase, slug, language)
      return [href, moved && { movedTo: siteUrl + articlePath(moved) }]
    }),
  )
  return new Map(targets)
}

interface IssueCorrection {
  article: LinkedArticle
  text: string
  /** The language of the text: that of the original while there is no other. */
  language: Language
  corrected_at: string
}

/** The corrections of linked articles since the issue was sent, the latest first. */
async function listIssueCorrections(
  issue: Pick<PublishedNewsletter, 'started_at'>,
  targets: ReadonlyMap<string, LinkTarget>,
  { supabase }: Pick<ServerContext, 'supabase'>,
): Promise<IssueCorrection[]> {
  const articles = new Map(
    [...targets.values()].flatMap((target) =>
      target && 'article' in target ? [[target.article.id, target.article] as const] : [],
    ),
  )
  const ids = [...articles.values()].flatMap(({ id, original_article_id: original }) =>
    original ? [id, original] : [id],
  )
  const notes = await listCorrectionsSince(supabase, {
    articleIds: [...new Set(ids)],
    since: issue.started_at,
  })
  return [...articles.values()]
    .flatMap((article) => {
      const own = notes.filter((note) => note.article_id === article.id)
      const translated = new Set(own.map((note) => note.source_id))
      const originals = notes.filter(
        (note) => note.article_id === article.original_article_id && !translated.has(note.id),
      )
      return [
        ...own.map((note) => ({ note, language: article.language })),
        ...originals.map((note) => ({ note, language: DEFAULT_LANGUAGE })),
      ].map(({ note, language }) => ({
        article,
        text: note.text,
        language,
        corrected_at: note.corrected_at,
      }))
    })
    .toSorted((a, b) => Date.parse(b.corrected_at) - Date.parse(a.corrected_at))
}

function ownArticle(href: string, siteUrl: string) {
  const url = URL.parse(href)
  if (!url || url.origin !== new URL(siteUrl).origin || !url.pathname.startsWith(ARTICLE_PREFIX)) return null
  const slug = url.pathname.slice(ARTICLE_PREFIX.length).replace(/\/$/, '')
  return isSlug(slug) ? { href, slug, language: languageOfUrl(url) } : null
}
