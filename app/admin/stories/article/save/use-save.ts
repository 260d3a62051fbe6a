import { hashKey, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { useLocation, useNavigate } from 'react-router'
import { codeOf, Refusal } from '#app/admin/kit/errors/classify-error.ts'
import { describeError } from '#app/admin/kit/errors/describe-error.ts'
import { t } from '#app/admin/kit/messages.ts'
import { ARTICLES_PATH, DRAFTS_PATH, editArticlePath } from '#app/admin/kit/paths.ts'
import { ARTICLES_KEY } from '#app/admin/kit/query/desk-query.ts'
import { identifyVisitor } from '#app/admin/kit/session/identify-visitor.ts'
import { signedIn } from '#app/admin/kit/session/signed-in.ts'
import { articleKey, type OpenedArticle } from '#app/admin/stories/article/article-queries.ts'
import {
  type ArticleForm,
  type CheckedValues,
  checkForm,
  differingFields,
  type FieldIssue,
  type FormField,
  formOf,
  isDateAhead,
} from '#app/admin/stories/article-form/article-form.ts'
import { type ToldTimes, toastOf } from '#app/admin/stories/publish/toast-of.tsx'
import { SCHEDULE_KEY } from '#app/admin/stories/schedule/schedule-queries.ts'
import type { UnsavedWork } from '#app/admin/stories/unsaved/unsaved-work.ts'
import { useToast } from '#app/components/ui/toast.tsx'
import { featureArticle } from '#core/data/bulk-articles.ts'
import type { Client } from '#core/data/client.ts'
import { createArticle, type SaveOutcome, saveArticle } from '#core/data/save-article.ts'
import type { Article } from '#core/domain/article.ts'
import { fieldLabel } from '#core/domain/article-fields.ts'
import { DEFAULT_READING_TIME } from '#core/domain/article-reading-time.ts'
import type { Language } from '#core/i18n/languages.ts'

export interface SaveRequest {
  published: boolean
  /** True if the page is left for the list afterwards. */
  leaves: boolean
  /** Called with the saved article, before the page is left. Resolves to what was refused then, in words, or null. */
  after?: (saved: Article) => Promise<string | null>
  /** The text that is said of its times when it was stored. */
  told?: ToldTimes
}

/** The reason why a save needs a decision of the editor. */
export type SaveProblem =
  | { kind: 'conflict'; request: SaveRequest; theirs: Article; fields: FormField[] }
  | { kind: 'deleted'; request: SaveRequest }

interface UseSaveOptions {
  form: UseFormReturn<ArticleForm>
  readForm: () => ArticleForm
  work: UnsavedWork
  articleId: string
  language: Language
  originalId: string | null
  /** The stored article; null for a new one. */
  article: Article | null
  since: string | null
  wasPublished: boolean
  onIssues: (issues: FieldIssue[]) => void
  /** The fields that another editor has changed as well. */
  findConflicts: (theirs: Article, typed: ArticleForm) => FormField[]
  /** Takes over what another editor alone has changed. */
  merge: (theirs: Article) => void
  /** Input since `from`, while the save was running, stays in the form. */
  onStored: (article: Article, from: ArticleForm) => void
  /** Runs a save of these values, and has their sentences compared with their sources before. */
  saveJudged: (
    values: CheckedValues,
    publishes: boolean,
    save: () => Promise<SaveOutcome>,
  ) => Promise<SaveOutcome>
}

/** Saves the form, one request at a time, with toasts and the navigation afterwards. */
export function useSave(options: UseSaveOptions) {
  const { form, readForm, work, article, language } = options
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { toast } = useToast()
  const [isSaving, setIsSaving] = useState(false)
  const [problem, setProblem] = useState<SaveProblem | null>(null)
  const isBusy = useRef(false)
  const keepFocus = useFocusAcrossNavigation()

  /** Resolves to whether it was saved. `since` is passed to overwrite another editor's version. */
  async function save(request: SaveRequest, since = options.since): Promise<boolean> {
    if (isBusy.current) return false
    const typed = readForm()
    const { published } = request
    form.clearErrors()
    const checked = checkForm(typed, {
      published,
      language,
      original_article_id: options.originalId,
      article,
    })
    if ('issues' in checked) {
      options.onIssues(checked.issues)
      return false
    }
    isBusy.current = true
    setIsSaving(true)
    setProblem(null)
    let isSaved = false
    const newer: { article: Article | null } = { article: null }
    try {
      await work.during(async () => {
        const values = await dated(checked.values, published)
        const outcome = await options.saveJudged(values, published, () =>
          saveForm({
            articleId: options.articleId,
            workingCopyIds: work.copyIds(),
            since,
            values,
            isFeaturedChanged: isFeaturedSent(typed, published) && !isFeaturedAlone(typed, published),
          }),
        )
        if (outcome.status === 'conflict' && canMerge(outcome.article, request, typed))
          newer.article = outcome.article
        else isSaved = await settle(outcome, request, typed)
      })
    } catch (error) {
      toast({
        title: article ? t('article.toast.notUpdated') : t('article.toast.notCreated'),
        description: describeSaveError(error),
        variant: 'destructive',
      })
    } finally {
      isBusy.current = false
      setIsSaving(false)
    }
    if (!newer.article) return isSaved
    options.merge(newer.article)
    const fields = differingFields(typed, readForm()).map(fieldLabel).join(', ')
    // A version that nobody has seen or checked here is not published with the rest.
    const isUnseen = published && !newer.article.published
    toast({
      title: t('article.merged.title'),
      description: t(isUnseen ? 'article.merged.unseen' : 'article.merged.text', { fields }),
    })
    return isUnseen ? false : save(request, newer.article.updated_at)
  }

  /** Tells whether another editor has changed other fields only, and has not published or unpublished it against this request. */
  function canMerge(theirs: Article, request: SaveRequest, typed: ArticleForm): boolean {
    const isStateKept = theirs.published === (article?.published ?? false)
    return (
      (isStateKept || theirs.published === request.published) &&
      options.findConflicts(theirs, typed).length === 0
    )
  }

  /** An article that is published for the first time without a date gets the time of the server. */
  async function dated(values: CheckedValues, published: boolean): Promise<CheckedValues> {
    if (!published || values.publish_date) return values
    if (article && options.wasPublished) return { ...values, publish_date: article.publish_date }
    return { ...values, publish_date: await work.serverTime() }
  }

  /** A draft does not replace the published featured article. */
  function isFeaturedSent({ featured }: ArticleForm, published: boolean): boolean {
    return featured !== (article?.featured ?? false) && (published || !featured)
  }

  /** Tells whether the article is featured without its translations, which is done once it is saved. */
  function isFeaturedAlone(typed: ArticleForm, published: boolean): boolean {
    return typed.featured_alone && published && !isDateAhead(typed) && isFeaturedSent(typed, published)
  }

  async function settle(outcome: SaveOutcome, request: SaveRequest, typed: ArticleForm): Promise<boolean> {
    switch (outcome.status) {
      case 'conflict': {
        const theirs = outcome.article
        setProblem({ kind: 'conflict', request, theirs, fields: options.findConflicts(theirs, typed) })
        return false
      }
      case 'gone':
        setProblem({ kind: 'deleted', request })
        return false
      case 'invalid':
        options.onIssues([placeRefusal(outcome)])
        return false
      case 'saved':
        return goOn(outcome.article, request, typed)
    }
  }

  async function goOn(saved: Article, request: SaveRequest, typed: ArticleForm): Promise<boolean> {
    const { published } = saved
    options.onStored(saved, typed)
    const refused = (await request.after?.(saved)) ?? null
    const stored = published && isFeaturedAlone(typed, published) ? await featureAlone(saved, typed) : saved
    if (stored !== saved) options.onStored(stored, formOf(saved))
    const key = articleKey(stored)
    queries.setQueryData<OpenedArticle>(key, (known) => ({
      elsewhere: [],
      defaultAuthor: null,
      readingTime: DEFAULT_READING_TIME,
      ...known,
      article: stored,
      wasPublished: published || options.wasPublished,
    }))
    // Lists and the dashboard show it too; the form has it already.
    const isOther = ({ queryHash }: { queryHash: string }) => queryHash !== hashKey(key)
    void queries.invalidateQueries({ queryKey: ARTICLES_KEY, predicate: isOther })
    void queries.invalidateQueries({ queryKey: ['dashboard'] })
    // A first load, which an invalidation does not restart, may have read the schedule before it was stored.
    void queries
      .cancelQueries({ queryKey: SCHEDULE_KEY })
      .then(() => queries.invalidateQueries({ queryKey: SCHEDULE_KEY }))
    toast(
      refused
        ? { title: t('publish.refused'), description: refused, variant: 'destructive' }
        : toastOf({
            before: article,
            stored,
            isScheduled: request.published && !published,
            told: request.told,
          }),
    )
    if (!refused && request.leaves && !work.state().isDirty)
      await navigate(published ? ARTICLES_PATH : DRAFTS_PATH)
    else await stay(stored)
    return !refused
  }

  /** Updates the slug in the address without moving the focus. */
  async function stay(stored: Article): Promise<void> {
    const path = editArticlePath(stored)
    if (window.location.pathname + window.location.search === path) return
    keepFocus()
    await navigate(path, { replace: true, preventScrollReset: true })
  }

  return { save, isSaving, problem, dismiss: () => setProblem(null) }
}

/** Features what is saved, after the translations that were published with it, which would follow. */
async function featureAlone(saved: Article, { featured }: ArticleForm): Promise<Article> {
  const answer = await signedIn((client) => featureArticle(client, saved, { featured, along: false }))
  return answer.status === 'featured' ? { ...saved, featured } : saved
}

/** Maps a database error to a form field; errors without a field are shown at the title. */
function placeRefusal({ field, code }: Extract<SaveOutcome, { status: 'invalid' }>): FieldIssue {
  if (field === 'slug' && code === '23505') return { field, message: t('article.slug.takenNow') }
  if (field === 'language' || field === 'original_article_id')
    return { field: 'title', message: t('article.refused.language') }
  if (field === 'id' || field === 'revision_note' || field === 'published')
    return { field: 'title', message: t('article.refused.other') }
  return { field, message: t('article.refused.other') }
}

/** Says why an article was not saved, and that nothing is lost. */
function describeSaveError(error: unknown): string {
  if (['not_member', '42501'].includes(codeOf(error))) return t('article.refused.notMember')
  return `${describeError(error)} ${t('article.isStillHere')}`
}

/** Returns a function that makes the next navigation leave the focus where it is. */
function useFocusAcrossNavigation(): () => void {
  const { key } = useLocation()
  const focused = useRef<Element | null>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after each navigation
  useEffect(() => {
    const element = focused.current
    focused.current = null
    // Runs after the effect that moves the focus to the page, and before the next key event.
    if (element instanceof HTMLElement) queueMicrotask(() => element.focus({ preventScroll: true }))
  }, [key])

  return useCallback(() => {
    focused.current = document.activeElement
  }, [])
}

interface SaveFormOptions {
  articleId: string
  workingCopyIds: string[]
  /** The version that the form began with; null for a new article. */
  since: string | null
  values: CheckedValues
  /** True if the editor changed it; otherwise it is not written. */
  isFeaturedChanged: boolean
}

/**
 * Inserts or saves the article; when the session has ended, after it was renewed.
 * @throws errors that belong to no field
 */
function saveForm(options: SaveFormOptions): Promise<SaveOutcome> {
  const { articleId: id, workingCopyIds, since, values } = options
  return signedIn(async (client) => {
    const { language: _, original_article_id: __, featured, ...texts } = values
    if (since === null) {
      const all = { ...values, featured: featured && options.isFeaturedChanged }
      return requireRights(client, await createArticle(client, { id, values: all, workingCopyIds }))
    }
    const changes = options.isFeaturedChanged ? { ...texts, featured } : texts
    return requireRights(client, await saveArticle(client, { id, since, values: changes, workingCopyIds }))
  })
}

/** For a user without rights, row level security hides the article, which looks like a conflict or a deletion. */
async function requireRights(client: Client, outcome: SaveOutcome): Promise<SaveOutcome> {
  if (outcome.status !== 'conflict' && outcome.status !== 'gone') return outcome
  const { kind } = await identifyVisitor(client, { trustMs: 0 })
  if (kind === 'not_member') throw new Refusal('not_member')
  if (kind === 'needs_second_factor') throw new Refusal('insufficient_aal')
  if (kind === 'unauthenticated') throw new Refusal('session_not_found')
  return outcome
}
