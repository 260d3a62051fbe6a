import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useLocation, useParams } from 'react-router'
import { ArticleByRights } from '#app/admin/article/article-by-rights.tsx'
import { ArticleElsewhere } from '#app/admin/article/article-elsewhere.tsx'
import { ARTICLES_PATH } from '#app/admin/article/article-paths.ts'
import { articleKey, type OpenedArticle, openedArticleQuery } from '#app/admin/article/article-queries.ts'
import { randomId, UUID } from '#app/admin/article/unsaved/local-copies.ts'
import type { FormSession } from '#app/admin/article/use-article-form.ts'
import { preloadEditor } from '#app/admin/editor/markdown-editor.tsx'
import { t } from '#app/admin/messages.ts'
import { QueryView } from '#app/admin/query/query-view.tsx'
import { adminMeta } from '#app/admin/shell/admin-meta.ts'
import { buttonStyles } from '#app/components/ui/button.tsx'
import { Skeleton } from '#app/components/ui/skeleton.tsx'
import { languageOfUrl } from '#core/i18n/languages.ts'
import type { Route } from './+types/article.ts'

export const meta: Route.MetaFunction = ({ matches, params }) =>
  adminMeta('slug' in params ? t('article.editTitle') : t('article.newTitle'), matches)

// With the page, not after the article.
if (!import.meta.env.SSR) preloadEditor()

/**
 * The page of a new article and that of one that is edited. It is one for both, so that a new article that is saved for the
 * first time goes on in the same form under its own address.
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
    : // A part of the page has an address of its own, but is no other visit.
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
