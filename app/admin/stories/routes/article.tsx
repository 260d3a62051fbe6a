import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link, useLocation, useNavigate, useParams } from 'react-router'
import { preloadEditor } from '#app/admin/editor/markdown-editor.tsx'
import { t } from '#app/admin/kit/messages.ts'
import { ARTICLES_PATH } from '#app/admin/kit/paths.ts'
import { QueryView } from '#app/admin/kit/query/query-view.tsx'
import { randomId, UUID } from '#app/admin/kit/query/random-id.ts'
import type { ScreenHandle } from '#app/admin/kit/room.ts'
import { languageName, nameOf } from '#app/admin/kit/ui/format.ts'
import { ArticleByRights } from '#app/admin/stories/article/article-by-rights.tsx'
import {
  articleKey,
  type OpenedArticle,
  openedArticleQuery,
} from '#app/admin/stories/article/article-queries.ts'
import type { FormSession } from '#app/admin/stories/article/use-article-form.ts'
import { Badge } from '#app/components/ui/badge.tsx'
import { buttonStyles } from '#app/components/ui/button.tsx'
import { Skeleton } from '#app/components/ui/skeleton.tsx'
import { useToast } from '#app/components/ui/toast.tsx'
import type { Namesake } from '#core/data/articles.ts'
import { languageOfUrl, localizedPath } from '#core/i18n/languages.ts'
import { articlePath } from '#core/paths.ts'

export const handle: ScreenHandle = {
  title: ({ slug }) => t(slug ? 'article.editTitle' : 'article.newTitle'),
}

// Loads the editor with the page, not after the article.
if (!import.meta.env.SSR) preloadEditor()

/**
 * The page of a new article and that of one that is edited. It is one for both, so that a new article that is saved for the first time
 * stays in the same form under its own address.
 */
export default function ArticlePage() {
  const { slug } = useParams()
  const location = useLocation()
  const queries = useQueryClient()
  const address = slug === undefined ? null : { slug, language: languageOfUrl(location) }
  const query = useQuery(openedArticleQuery(address))
  const [session, setSession] = useState<FormSession & { visit: string }>(() => newSession(location.key))
  const [shown, setShown] = useState<OpenedArticle | null>(null)

  const { data } = query
  // The form stays open when its article is renamed or deleted elsewhere.
  const isKept =
    address !== null &&
    data?.article === null &&
    shown?.article?.slug === address.slug &&
    shown.article.language === address.language
  const opened = isKept ? shown : data
  if (opened && opened !== shown) setShown(opened)
  const fits = opened?.article
    ? opened.article.id === session.articleId
    : // A part of the page has an address of its own, but is not another visit.
      address !== null || session.visit === location.key || location.hash !== ''
  if (opened && !fits)
    setSession({ ...newSession(location.key), articleId: opened.article?.id ?? randomId() })

  return (
    <QueryView query={query} what={t('article.what')} pending={<ArticleSkeleton isNew={address === null} />}>
      {() =>
        !opened || (address && !opened.article) ? (
          opened && opened.elsewhere.length > 0 ? (
            <ArticleElsewhere articles={opened.elsewhere} />
          ) : (
            <ArticleNotFound />
          )
        ) : (
          <ArticleByRights
            key={session.copyId}
            session={session}
            opened={opened}
            language={address?.language ?? 'en'}
            chosenCopy={session.restored ? null : chosenCopyIn(location.search)}
            onReopen={({ article, ...next }) => {
              if (article && address) {
                queries.setQueryData<OpenedArticle>(articleKey(address), { ...opened, article })
              }
              setSession({ ...next, copyId: randomId(), visit: location.key })
            }}
          />
        )
      }
    </QueryView>
  )
}

/** The unsaved work that an address names; null when it is none. */
function chosenCopyIn(search: string): string | null {
  const id = new URLSearchParams(search).get('copy')
  return id && UUID.test(id) ? id : null
}

function newSession(visit: string): FormSession & { visit: string } {
  return { copyId: randomId(), articleId: randomId(), restored: null, visit }
}

/** Shown for an address that no article has. */
function ArticleNotFound() {
  return (
    <>
      <h1 className="font-display font-medium text-title-lg">{t('article.notFound.title')}</h1>
      <p className="mt-3 mb-6 text-soft">{t('article.notFound.text')}</p>
      <Link to={ARTICLES_PATH} className={buttonStyles({ variant: 'secondary' })}>
        {t('article.notFound.back')}
      </Link>
    </>
  )
}

/** The form while its article is being loaded. */
function ArticleSkeleton({ isNew }: { isNew: boolean }) {
  return (
    <>
      <h1 className="mt-12 mb-10 font-display font-medium text-title-lg">
        {isNew ? t('article.newTitle') : t('article.editTitle')}
      </h1>
      <div className="grid grid-cols-1 gap-x-10 gap-y-8 xl:grid-cols-[minmax(0,1fr)_19rem]">
        <div className="space-y-8">
          <Skeleton className="h-16 w-full" />
          <Skeleton className="h-16 w-full" />
          <Skeleton className="h-28 w-full" />
          <Skeleton className="h-96 w-full" />
        </div>
        <div className="space-y-8">
          <Skeleton className="h-16 w-full" />
          <Skeleton className="h-16 w-full" />
          <Skeleton className="h-16 w-full" />
          <Skeleton className="h-40 w-full" />
        </div>
      </div>
    </>
  )
}

/** Opens the article that an address means which no article has as it is; asks which one when there are several. */
function ArticleElsewhere({ articles }: { articles: Namesake[] }) {
  const location = useLocation()
  const navigate = useNavigate()
  const { toast } = useToast()
  const [first, ...others] = articles
  const only = others.length === 0 ? first : undefined

  useEffect(() => {
    if (!only) return
    const asked = languageOfUrl(location)
    // A language that is in the address was meant.
    if (only.language !== asked && /[?&]lang=/.test(location.search))
      toast({
        title: t('article.elsewhere.otherLanguage', { language: languageName(only.language) }),
        description: t('article.elsewhere.notIn', { language: languageName(asked) }),
      })
    void navigate(pathOf(only, location), { replace: true })
  }, [only, location, navigate, toast])

  if (only) return null
  return (
    <>
      <h1 className="font-display font-medium text-title-lg">{t('article.elsewhere.title')}</h1>
      <p className="mt-3 max-w-prose text-soft">{t('article.elsewhere.text')}</p>
      <ul className="mt-6 max-w-3xl border-ink border-t">
        {articles.map((article) => (
          <li key={article.id} className="border-line border-b">
            <Link to={pathOf(article, location)} className="group block py-4">
              <span className="flex flex-wrap items-center gap-x-4 gap-y-1 text-faint text-sm">
                {languageName(article.language)}
                <Badge look="plain" tone={article.published ? 'green' : 'grey'}>
                  {t(article.published ? 'article.status.published' : 'article.status.draft')}
                </Badge>
              </span>
              <span
                lang={article.title ? article.language : undefined}
                className="mt-1 block font-medium decoration-2 underline-offset-4 wrap-anywhere group-hover:underline"
              >
                {nameOf(article)}
              </span>
              <span className="mt-0.5 block text-faint text-sm wrap-anywhere">{articlePath(article)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}

/** The form of this article, at the part of the page that was asked for. */
function pathOf({ slug, language }: Namesake, { search, hash }: { search: string; hash: string }): string {
  return localizedPath(`${ARTICLES_PATH}/edit/${slug}${search}${hash}`, language)
}
