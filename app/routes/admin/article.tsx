import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation, useParams } from 'react-router'
import { ArticleEditor, type FormSession } from '#app/admin/article/article-editor.tsx'
import { ArticleNotFound } from '#app/admin/article/article-not-found.tsx'
import { articleKey, type OpenedArticle, openedArticleQuery } from '#app/admin/article/article-queries.ts'
import { ArticleSkeleton } from '#app/admin/article/article-skeleton.tsx'
import { randomId } from '#app/admin/article/random-id.ts'
import { preloadEditor } from '#app/admin/editor/markdown-editor.tsx'
import { t } from '#app/admin/messages.ts'
import { QueryView } from '#app/admin/query/query-view.tsx'
import { adminMeta } from '#app/admin/shell/admin-meta.ts'
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
  // An article that somebody renames or deletes while its form is open stays open.
  const isKept = address !== null && data?.article === null && shown?.article?.slug === address.slug
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
          <ArticleNotFound />
        ) : (
          <ArticleEditor
            key={session.copyId}
            session={session}
            opened={opened}
            language={address?.language ?? 'en'}
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

function newSession(visit: string): FormSession & { visit: string } {
  return { copyId: randomId(), articleId: randomId(), restored: null, visit }
}
