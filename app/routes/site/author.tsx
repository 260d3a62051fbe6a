import { redirect } from 'react-router'
import { CardGrid, EmptyArticles } from '#app/components/article/card-grid.tsx'
import { FollowWaysList } from '#app/components/layout/follow-ways.tsx'
import { LocalLink } from '#app/components/layout/local-link.tsx'
import { Pagination } from '#app/components/layout/pagination.tsx'
import { NewsletterBlock } from '#app/components/newsletter/newsletter-block.tsx'
import { notFound } from '#app/document/not-found.server.ts'
import { servePage } from '#app/document/serve-page.tsx'
import { findFollowWays } from '#app/head/follow-ways.server.ts'
import { describeAuthorPage } from '#app/head/json-ld.ts'
import type { PresentedProfile } from '#app/head/present-profile.server.ts'
import { presentProfile } from '#app/head/present-profile.server.ts'
import { useTranslation } from '#app/hooks/use-translation.ts'
import { movedPermanently } from '#app/routes/redirects.ts'
import { findAuthor, listArticlesOfAuthor } from '#core/data/authors.ts'
import { authorTag, listTags } from '#core/domain/page-tags.ts'
import { singleLine } from '#core/feeds/escape.ts'
import { LANGUAGE_CODES, LANGUAGES, localizedPath } from '#core/i18n/languages.ts'
import { authorFeedPath, authorPath, pagePath } from '#core/paths.ts'

const PAGE_SIZE = 24

export const loader = servePage({
  parameters: ['page'],
  async load({ server, params, language, t, query }) {
    const { supabase, siteUrl, tag, withHero, describeImage } = server
    const { page } = query
    const author = await findAuthor(supabase, params.slug ?? '')
    if (!author) throw await notFound(server, language, 'page')
    const { slug, languages } = author
    if (slug !== params.slug)
      throw movedPermanently(localizedPath(pagePath(authorPath(slug), page), language))
    // It names the languages in which the author has articles.
    tag(...LANGUAGE_CODES.flatMap((code) => listTags(code)), authorTag(slug))
    // Asks for one more article than is shown, to know whether there is a next page.
    const [articles, follow] = await Promise.all([
      listArticlesOfAuthor(supabase, {
        author: slug,
        language,
        limit: PAGE_SIZE + 1,
        offset: (page - 1) * PAGE_SIZE,
      }),
      findFollowWays(server, language),
    ])
    if (page > 1 && articles.length === 0) throw redirect(localizedPath(authorPath(slug), language))
    const name = singleLine(author.name)
    const feed = {
      title: t('feed.author.title', { author: name }),
      rss: authorFeedPath(slug, language, 'xml'),
      json: authorFeedPath(slug, language, 'json'),
    }
    return {
      slug,
      name,
      languages,
      articles: await Promise.all(articles.slice(0, PAGE_SIZE).map(withHero)),
      page,
      hasNext: articles.length > PAGE_SIZE,
      feed,
      follow,
      profile: author.profile && (await presentProfile(author.profile, { name, language, describeImage })),
      jsonLd: describeAuthorPage({ siteUrl, language, author, t }),
    }
  },
  describe({ t, loaderData }) {
    const { slug, name, languages, articles, page, feed, profile, jsonLd } = loaderData
    return {
      title: t('author.title', { author: name }),
      description: profile?.line ?? t('author.description', { author: name }),
      canonicalPath: pagePath(authorPath(slug), page),
      // A later page has no versions: the page with the same number lists other articles in another language.
      versions:
        page > 1
          ? []
          : languages.map((language) => ({ language, path: localizedPath(authorPath(slug), language) })),
      hidden: articles.length === 0,
      feed,
      jsonLd,
    }
  },
  Page({ loaderData, t }) {
    const { slug, name, languages, articles, page, hasNext, feed, follow, profile } = loaderData
    return (
      <div className="page py-10 md:py-14">
        {profile?.picture && <AuthorPicture picture={profile.picture} className="mb-5 w-40" />}
        <p className="text-label font-semibold text-faint uppercase">{t('author.kicker')}</p>
        <h1 className="mt-3 font-display text-headline font-medium wrap-anywhere">
          <bdi>{name}</bdi>
        </h1>
        <p className="mt-3 max-w-2xl font-serif text-deck text-balance wrap-anywhere text-soft">
          {profile?.line ?? t('author.description', { author: name })}
        </p>
        {profile && <AuthorFacts profile={profile} />}
        <FollowWaysList feed={feed} {...follow} className="mt-3" />
        <div className="mt-8 border-t-3 border-ink pt-10">
          {articles.length > 0 ? (
            <CardGrid articles={articles} />
          ) : (
            <>
              <EmptyArticles text={t('author.empty', { author: name })} />
              <nav aria-label={t('author.otherLanguages')} className="mt-6 text-center text-sm">
                <p className="text-soft">{t('author.otherLanguages')}</p>
                <ul className="mt-2 flex flex-wrap justify-center gap-x-5 gap-y-1 font-semibold">
                  {LANGUAGES.filter(({ code }) => languages.includes(code)).map(({ code, name }) => (
                    <li key={code}>
                      <LocalLink
                        to={authorPath(slug)}
                        language={code}
                        lang={code}
                        hrefLang={code}
                        className="inline-block py-1 underline underline-offset-4"
                      >
                        {name}
                      </LocalLink>
                    </li>
                  ))}
                </ul>
              </nav>
            </>
          )}
          <Pagination
            page={page}
            hasNext={hasNext}
            pathOf={(number) => pagePath(authorPath(slug), number)}
            labels={{ previous: t('pagination.newer'), next: t('pagination.older') }}
            className="mt-14 border-line border-t pt-4"
          />
        </div>
        <NewsletterBlock className="mt-16 md:mt-20" />
      </div>
    )
  },
})

const SIZES = '(min-width: 768px) 160px, 112px'

/** The picture of an author, cut to a square. */
export function AuthorPicture({
  picture,
  className = '',
}: {
  picture: NonNullable<PresentedProfile['picture']>
  className?: string
}) {
  const { avif, webp, src, alt, focus } = picture
  return (
    <picture>
      {avif && <source type="image/avif" srcSet={avif} sizes={SIZES} />}
      {webp && <source type="image/webp" srcSet={webp} sizes={SIZES} />}
      <img
        src={src}
        alt={alt}
        width={160}
        height={160}
        decoding="async"
        style={focus ? { objectPosition: focus } : undefined}
        className={`bg-wash object-cover ${className}`}
      />
    </picture>
  )
}

/** The languages that an author speaks, and the author's pages elsewhere. */
export function AuthorFacts({ profile: { languages, links } }: { profile: PresentedProfile }) {
  const { t } = useTranslation()
  return (
    <>
      {languages && (
        <p className="mt-3 text-sm text-soft">
          {t('author.languages')} {languages}
        </p>
      )}
      {links.length > 0 && (
        <ul aria-label={t('author.elsewhere')} className="mt-2 flex flex-wrap gap-x-5 text-sm">
          {links.map(({ href, name }) => (
            <li key={href} className="min-w-0">
              <a
                href={href}
                rel="me noopener"
                className="inline-block py-1 font-semibold underline underline-offset-4 wrap-anywhere"
              >
                {name}
              </a>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
