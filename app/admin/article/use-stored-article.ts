import { useCallback, useEffect, useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { type ArticleForm, FORM_FIELDS, formOf, rebase } from '#app/admin/article/article-form.ts'
import { type UnsavedWork, useIsDirty } from '#app/admin/article/unsaved/unsaved-work.ts'
import type { Article } from '#core/domain/article.ts'

interface StoredArticleOptions {
  form: UseFormReturn<ArticleForm>
  readForm: () => ArticleForm
  work: UnsavedWork
  /** As it was read last; others may have changed it. */
  latest: Article | null
  /** The version that the form began with, which may be older when something was restored into it. */
  firstSince: string | null
}

/** The stored article that the form goes on from. */
export function useStoredArticle({ form, readForm, work, latest, firstSince }: StoredArticleOptions) {
  const [stored, setStored] = useState({ article: latest, since: firstSince })
  const isDirty = useIsDirty(work)
  const base = useRef<ArticleForm>(latest ? formOf(latest) : form.getValues())

  /** The form goes on from this version. What nobody has touched since `from` follows it. */
  const store = useCallback(
    (article: Article, from: ArticleForm = base.current) => {
      const after = formOf(article)
      const next = rebase(readForm(), from, after)
      base.current = after
      for (const field of FORM_FIELDS)
        if (form.getValues(field) !== next[field]) form.setValue(field, next[field])
      work.rebase({ stored: after, since: article.updated_at, typed: next })
      setStored({ article, since: article.updated_at })
    },
    [form, readForm, work],
  )

  const { article } = stored
  const isNewer = latest !== null && article !== null && latest.updated_at > article.updated_at
  const isFeaturedElsewhere =
    latest?.updated_at === article?.updated_at && latest?.featured !== article?.featured
  const follows = (isNewer && !isDirty) || isFeaturedElsewhere
  useEffect(() => {
    if (follows && latest) store(latest)
  }, [follows, latest, store])

  return { ...stored, store, hasChanged: isNewer && !follows }
}
