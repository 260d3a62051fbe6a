import { useCallback, useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { ArticleHeading } from '#app/admin/article/article-heading.tsx'
import { ArticlePanels } from '#app/admin/article/article-panels.tsx'
import { editorialOf, type OpenedArticle } from '#app/admin/article/article-queries.ts'
import { CheckScope, type CheckScopeHandle } from '#app/admin/article/check-scope.tsx'
import { ArticleFields, DetailFields } from '#app/admin/article/fields/article-fields.tsx'
import { ImageField } from '#app/admin/article/fields/detail-fields.tsx'
import { type ArticleForm, emptyForm, FORM_FIELDS, formOf } from '#app/admin/article/form/article-form.ts'
import { checkForm, type FieldIssue } from '#app/admin/article/form/check-form.ts'
import { PublishDialog } from '#app/admin/article/publishing/publish-dialog.tsx'
import { UnpublishDialog } from '#app/admin/article/publishing/unpublish-dialog.tsx'
import { SaveBar } from '#app/admin/article/save/save-bar.tsx'
import { TroubleDialog } from '#app/admin/article/save/trouble-dialog.tsx'
import { type SaveRequest, useSave } from '#app/admin/article/save/use-save.ts'
import { useSaveShortcut } from '#app/admin/article/save/use-save-shortcut.ts'
import { holdForm } from '#app/admin/article/unsaved/hold-form.ts'
import { LeaveGuard } from '#app/admin/article/unsaved/leave-guard.tsx'
import { replaceCopy } from '#app/admin/article/unsaved/replace-copy.ts'
import { RestoreOffer } from '#app/admin/article/unsaved/restore-offer.tsx'
import type { UnsavedCopy } from '#app/admin/article/unsaved/unsaved-copy.ts'
import { useIsDirty, useUnsavedWork } from '#app/admin/article/unsaved/use-unsaved-work.ts'
import { useStoredArticle } from '#app/admin/article/use-stored-article.ts'
import type { Finding } from '#app/admin/check/use-article-check.ts'
import type { MarkdownEditorHandle } from '#app/admin/editor/markdown-editor-props.ts'
import { OthersHere } from '#app/admin/live/others-here.tsx'
import { t } from '#app/admin/messages.ts'
import { useDesk } from '#app/admin/session/use-desk-session.ts'
import { TranslationsCard } from '#app/admin/translations/translations-card.tsx'
import { Announcement } from '#app/admin/ui/announcement.tsx'
import { Notice } from '#app/admin/ui/notice.tsx'
import { useSiteData } from '#app/hooks/use-site-data.ts'
import type { Article } from '#core/domain/article.ts'
import type { Language } from '#core/i18n/languages.ts'

/** An opened form. */
export interface FormSession {
  /** Names its unsaved work. */
  copyId: string
  /** The article, or the id that a new one will get. */
  articleId: string
  /** What was restored into it, and the version that this began with. */
  restored: Pick<UnsavedCopy, 'id' | 'form' | 'since'> | null
}

interface ArticleEditorProps {
  session: FormSession
  opened: OpenedArticle
  language: Language
  /** Opens the form anew, with what was restored. */
  onReopen: (next: Pick<FormSession, 'articleId' | 'restored'> & { article?: Article }) => void
}

/** The form of an article, with everything around it. */
export function ArticleEditor({ session, opened, language: openedIn, onReopen }: ArticleEditorProps) {
  const { copyId, articleId, restored } = session
  const { email: owner } = useDesk()
  const { site_name } = useSiteData()
  const language = opened.article?.language ?? openedIn
  const [beginning] = useState<ArticleForm>(() =>
    opened.article
      ? formOf(opened.article)
      : emptyForm({
          author: opened.defaultAuthor ?? editorialOf(site_name),
          readingTime: opened.readingTime,
        }),
  )
  const form = useForm<ArticleForm>({ defaultValues: restored?.form ?? beginning })
  const content = useRef<MarkdownEditorHandle>(null)
  /** What is in the form, with what was typed in the moment before. */
  const readForm = useCallback(() => {
    content.current?.flush()
    return { ...form.getValues() }
  }, [form])
  const firstSince = opened.article ? (restored?.since ?? opened.article.updated_at) : null
  const work = useUnsavedWork(form, { copyId, articleId, owner, stored: beginning, since: firstSince })
  const isDirty = useIsDirty(work)
  const { article, since, store, hasChanged } = useStoredArticle({
    form,
    readForm,
    work,
    latest: opened.article,
    firstSince,
  })
  useEffect(() => holdForm(copyId), [copyId])
  useEffect(() => (restored ? replaceCopy(work, restored.id) : undefined), [work, restored])

  const scope = useRef<CheckScopeHandle>(null)
  const [announced, setAnnounced] = useState('')
  const [asking, setAsking] = useState<SaveRequest | null>(null)

  function showIssues(issues: FieldIssue[]) {
    for (const { field, message } of issues) form.setError(field, { message })
    setAnnounced(issues.map(({ message }) => message).join(' '))
    const first = FORM_FIELDS.find((name) => issues.some(({ field }) => field === name))
    if (first) form.setFocus(first)
  }

  const originalId = article?.original_article_id ?? null
  const { save, isSaving, trouble, dismiss } = useSave({
    form,
    readForm,
    work,
    articleId,
    copyId,
    language,
    originalId,
    article,
    since,
    wasPublished: opened.wasPublished,
    onIssues: showIssues,
    onStored: store,
  })

  /** Asks before something is taken from readers, or published with open findings. Answers whether it was saved. */
  async function request(next: SaveRequest, isConfirmed = false): Promise<boolean> {
    setAnnounced('')
    setAsking(null)
    if (isConfirmed) return save(next)
    if (!next.published) {
      if (!article?.published) return save(next)
      setAsking(next)
      return false
    }
    const checked = checkForm(readForm(), {
      published: true,
      language,
      original_article_id: originalId,
      article,
    })
    if ('issues' in checked) {
      showIssues(checked.issues)
      return false
    }
    const findings = (await scope.current?.checkNow()) ?? []
    if (findings.every((finding) => finding.reason !== null)) return save(next)
    setAsking(next)
    return false
  }
  /** Saves it as what it is, and stays. */
  const saveHere = () => request({ published: article?.published ?? false, leaves: false })
  useSaveShortcut(() => void saveHere())
  function isDirtyNow(): boolean {
    readForm()
    return work.state().isDirty
  }

  function showFinding({ field, place }: Finding) {
    setAsking(null)
    const name = FORM_FIELDS.find((known) => known === field)
    // After the dialog has given the focus back.
    requestAnimationFrame(() => {
      if (name === 'content' && place) content.current?.select(place.from, place.to)
      else if (name) form.setFocus(name)
    })
  }

  return (
    <CheckScope
      ref={scope}
      readForm={readForm}
      articleId={articleId}
      form={form}
      language={language}
      original_article_id={originalId}
      published
    >
      <ArticleHeading article={article} language={language} />
      <OthersHere topic={`article:${articleId}`} className="mb-8" />
      <RestoreOffer
        owner={owner}
        articleId={opened.article ? articleId : null}
        ownCopyId={copyId}
        stored={beginning}
        since={firstSince}
        onRestore={(copy) => onReopen({ articleId: copy.article_id, restored: copy })}
      />
      {hasChanged && !isSaving && (
        <Notice tone="warning" role="status" className="mb-8" title={t('article.changed.title')}>
          {t('article.changed.text')}
        </Notice>
      )}
      <form
        noValidate
        aria-label={article ? t('article.editTitle') : t('article.newTitle')}
        aria-busy={isSaving}
        onSubmit={(event) => event.preventDefault()}
        className="grid grid-cols-1 gap-x-10 gap-y-8 **:scroll-mb-32 xl:grid-cols-[minmax(0,1fr)_19rem]"
      >
        <ArticleFields
          form={form}
          article={article}
          articleId={articleId}
          language={language}
          content={content}
          onGoTo={showFinding}
        />
        <div className="space-y-8">
          <DetailFields form={form} article={article} articleId={articleId} language={language} />
          {article && <TranslationsCard article={article} form={{ isDirty: isDirtyNow, save: saveHere }} />}
        </div>
        <div className="xl:col-span-2">
          <ImageField form={form} language={language} />
        </div>
        <SaveBar
          work={work}
          article={article}
          isSaving={isSaving}
          onSave={(published) => void request({ published, leaves: true })}
        />
      </form>
      {article && (
        <div className="mt-10">
          <ArticlePanels article={article} isDirty={isDirty} onChanged={(changed) => store(changed)} />
        </div>
      )}
      <Announcement urgent>{announced}</Announcement>
      {asking?.published && (
        <PublishDialog
          action={article?.published ? t('article.action.update') : t('article.action.publish')}
          onGoTo={showFinding}
          onPublish={() => void request(asking, true)}
          onClose={() => setAsking(null)}
        />
      )}
      {asking && !asking.published && (
        <UnpublishDialog
          isDirty={isDirty}
          onConfirm={() => void request(asking, true)}
          onClose={() => setAsking(null)}
        />
      )}
      {trouble && (
        <TroubleDialog
          trouble={trouble}
          articleId={articleId}
          mine={form.getValues()}
          onUseTheirs={(theirs) => onReopen({ articleId, restored: null, article: theirs })}
          onSaveMine={(theirs) => void save(trouble.request, theirs.updated_at)}
          onRestored={(restoredArticle) => {
            store(restoredArticle)
            dismiss()
          }}
          onClose={dismiss}
        />
      )}
      <LeaveGuard work={work} readForm={readForm} />
    </CheckScope>
  )
}
