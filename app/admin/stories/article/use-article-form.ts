import { useCallback, useEffect, useRef, useState } from 'react'
import { type UseFormReturn, useForm } from 'react-hook-form'
import type { MarkdownEditorHandle } from '#app/admin/editor/markdown-editor-props.ts'
import { signedIn } from '#app/admin/kit/session/signed-in.ts'
import { useDesk } from '#app/admin/kit/session/use-desk-session.ts'
import { useSections } from '#app/admin/settings/sections/use-sections.ts'
import { editorialOf, type OpenedArticle } from '#app/admin/stories/article/article-queries.ts'
import {
  type ArticleForm,
  conflictingFields,
  differingFields,
  emptyForm,
  type FormField,
  formOf,
  rebase,
} from '#app/admin/stories/article-form/article-form.ts'
import type { UnsavedCopy } from '#app/admin/stories/unsaved/unsaved-copies.ts'
import { type UnsavedWork, useIsDirty, useUnsavedWork } from '#app/admin/stories/unsaved/unsaved-work.ts'
import { useSiteData } from '#app/hooks/use-site-data.ts'
import { openVersion } from '#core/data/article-revisions.ts'
import type { Article } from '#core/domain/article.ts'
import { ARTICLE_FIELD_NAMES } from '#core/domain/article-fields.ts'
import { DEFAULT_READING_TIME, readingTimeOf } from '#core/domain/article-reading-time.ts'
import { firstSection } from '#core/domain/category.ts'

/** An opened form. */
export interface FormSession {
  /** Names its unsaved work. */
  copyId: string
  /** The article, or the id that a new one will get. */
  articleId: string
  /** The copy that was restored into it, and the version that this began with. */
  restored: Pick<UnsavedCopy, 'id' | 'form' | 'since' | 'sources'> | null
}

/** The form of an article: its fields, its unsaved work, and the stored version that it goes on from. */
export function useArticleForm({ copyId, articleId, restored }: FormSession, opened: OpenedArticle) {
  const { email: owner } = useDesk()
  const { site_name } = useSiteData()
  const { categories } = useSections()
  const [initial] = useState<ArticleForm>(() =>
    opened.article
      ? formOf(opened.article)
      : emptyForm({
          author: opened.defaultAuthor ?? editorialOf(site_name),
          readingTime: opened.readingTime,
          category: firstSection(categories),
        }),
  )
  const form = useForm<ArticleForm>({ defaultValues: restored?.form ?? initial })
  const content = useRef<MarkdownEditorHandle>(null)
  /** The values of the form, including what was typed in the editor a moment ago. */
  const readForm = useCallback(() => {
    content.current?.flush()
    return { ...form.getValues() }
  }, [form])
  useFollowedTime(form, opened.readingTime)
  const firstSince = opened.article ? (restored?.since ?? opened.article.updated_at) : null
  const work = useUnsavedWork(form, {
    copyId,
    articleId,
    owner,
    stored: initial,
    since: firstSince,
    restored,
  })
  const isDirty = useIsDirty(work)
  const latest = opened.article
  const stored = useStoredArticle({ form, readForm, work, isDirty, latest, firstSince })
  return { owner, initial, form, content, readForm, firstSince, work, isDirty, ...stored }
}

/** The reading time follows the text, until somebody types one. `standard` is that of an empty form. */
function useFollowedTime(form: UseFormReturn<ArticleForm>, standard: string): void {
  useEffect(() => {
    let before = form.getValues('content')
    return form.subscribe({
      formState: { values: true },
      callback({ values: { content, reading_time } }) {
        if (content === before) return
        const untyped = ['', standard, DEFAULT_READING_TIME, readingTimeOf(before)]
        before = content
        if (content.trim() !== '' && untyped.includes(reading_time.trim()))
          form.setValue('reading_time', readingTimeOf(content))
      },
    })
  }, [form, standard])
}

/** Notes which version of an article is shown: publishing in a list asks when another one was saved since. */
export function useOpenedVersion(article: Pick<Article, 'id'> | null, version: string | null): void {
  const id = article?.id
  useEffect(() => {
    // Without the note, a list asks once more.
    if (id && version) signedIn((client) => openVersion(client, { id, version })).catch(() => {})
  }, [id, version])
}

/** Moves the focus to the title when the form is opened, if it is wanted then. */
export function useFocusOnTitle(form: UseFormReturn<ArticleForm>, isWanted: boolean): void {
  const isLeft = useRef(isWanted)
  useEffect(() => {
    if (!isLeft.current) return
    isLeft.current = false
    // Runs after the effect that moves the focus to the page.
    queueMicrotask(() => form.setFocus('title'))
  }, [form])
}

interface StoredArticleOptions {
  form: UseFormReturn<ArticleForm>
  readForm: () => ArticleForm
  work: UnsavedWork
  isDirty: boolean
  /** The article as it was read last; others may have changed it. */
  latest: Article | null
  /** The version that the form began with, which may be older when something was restored into it. */
  firstSince: string | null
}

/** The stored article that the form goes on from. */
function useStoredArticle(options: StoredArticleOptions) {
  const { form, readForm, work, isDirty, latest, firstSince } = options
  const [stored, setStored] = useState({ article: latest, since: firstSince })
  const base = useRef<ArticleForm>(latest ? formOf(latest) : form.getValues())
  /** True if the form began with `base`; what was restored may have begun with an older version, whose texts are unknown. */
  const isBaseExact = useRef(latest === null || latest.updated_at === firstSince)

  /** The form goes on from this version. Fields that were not changed since `from` take its values. */
  const store = useCallback(
    (article: Article, from: ArticleForm = base.current) => {
      const after = formOf(article)
      const next = rebase(readForm(), from, after)
      base.current = after
      isBaseExact.current = true
      for (const field of ARTICLE_FIELD_NAMES)
        if (form.getValues(field) !== next[field]) form.setValue(field, next[field])
      work.rebase({ stored: after, since: article.updated_at, typed: next })
      setStored({ article, since: article.updated_at })
    },
    [form, readForm, work],
  )

  /** The fields that another editor has changed as well, which have to be decided. */
  const findConflicts = useCallback(
    (theirs: Article, typed: ArticleForm): FormField[] =>
      isBaseExact.current
        ? conflictingFields(typed, base.current, formOf(theirs))
        : differingFields(typed, formOf(theirs)),
    [],
  )

  /** Goes on from another editor's version, with their values in `taken` and in the fields that only they have changed. */
  const merge = useCallback(
    (theirs: Article, taken: readonly FormField[] = []) => {
      const after = formOf(theirs)
      for (const field of taken) form.setValue(field, after[field])
      store(theirs, isBaseExact.current ? base.current : after)
    },
    [form, store],
  )

  const { article, since } = stored
  useOpenedVersion(article, since)
  const isNewer = latest !== null && article !== null && latest.updated_at > article.updated_at
  const isFeaturedElsewhere =
    latest?.updated_at === article?.updated_at && latest?.featured !== article?.featured
  const follows = (isNewer && !isDirty) || isFeaturedElsewhere
  useEffect(() => {
    if (follows && latest) store(latest)
  }, [follows, latest, store])

  return { ...stored, store, findConflicts, merge, hasChanged: isNewer && !follows }
}
