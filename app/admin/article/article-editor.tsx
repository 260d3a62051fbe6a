import { useRef, useState } from 'react'
import { type ArticleCheckHandle, ArticleCheckProvider } from '#app/admin/article/article-check-provider.tsx'
import { checkForm, type FieldIssue, FORM_FIELDS, isDateAhead } from '#app/admin/article/article-form.ts'
import { ArticleHeading } from '#app/admin/article/article-heading.tsx'
import type { OpenedArticle } from '#app/admin/article/article-queries.ts'
import { ArticleFields, DetailFields } from '#app/admin/article/fields/article-fields.tsx'
import { ImageField } from '#app/admin/article/fields/detail-fields.tsx'
import { SaveBar } from '#app/admin/article/save/save-bar.tsx'
import { SaveProblemDialog } from '#app/admin/article/save/save-problem-dialog.tsx'
import { type SaveRequest, useSave } from '#app/admin/article/save/use-save.ts'
import { LeaveGuard } from '#app/admin/article/unsaved/leave-dialog.tsx'
import { RestoreOffer } from '#app/admin/article/unsaved/restore-offer.tsx'
import { type FormSession, useArticleForm } from '#app/admin/article/use-article-form.ts'
import type { Finding } from '#app/admin/check/use-article-check.ts'
import { CorrectionsPanel } from '#app/admin/corrections/corrections-panel.tsx'
import { HistoryPanel } from '#app/admin/history/history-panel.tsx'
import { PresenceNotice } from '#app/admin/live/presence-notice.tsx'
import { t } from '#app/admin/messages.ts'
import { PreviewPanel } from '#app/admin/preview/preview-panel.tsx'
import { ScheduleNotice } from '#app/admin/publish/schedule-notice.tsx'
import { UnpublishDialog } from '#app/admin/publish/unpublish-dialog.tsx'
import { usePublishPanel } from '#app/admin/publish/use-publish-panel.tsx'
import { TranslationsCard } from '#app/admin/translations/translations-card.tsx'
import { Announcement } from '#app/admin/ui/announcement.tsx'
import { Notice } from '#app/admin/ui/notice.tsx'
import { useSaveShortcut } from '#app/admin/ui/use-save-shortcut.ts'
import type { Article } from '#core/domain/article.ts'
import type { Language } from '#core/i18n/languages.ts'

interface ArticleEditorProps {
  session: FormSession
  opened: OpenedArticle
  language: Language
  /** Opens the form again, with restored values. */
  onReopen: (next: Pick<FormSession, 'articleId' | 'restored'> & { article?: Article }) => void
}

/** The form of an article, with everything around it. */
export function ArticleEditor({ session, opened, language: openedIn, onReopen }: ArticleEditorProps) {
  const { copyId, articleId } = session
  const { owner, initial, form, content, readForm, firstSince, work, isDirty, ...stored } = useArticleForm(
    session,
    opened,
  )
  const { article, since, store, findConflicts, merge, hasChanged } = stored
  const language = opened.article?.language ?? openedIn

  const scope = useRef<ArticleCheckHandle>(null)
  const [announced, setAnnounced] = useState('')
  const [answerUnpublish, setAnswerUnpublish] = useState<((isConfirmed: boolean) => void) | null>(null)
  const isAhead = isDateAhead({ publish_date: form.watch('publish_date') })

  function showIssues(issues: FieldIssue[]) {
    for (const { field, message } of issues) form.setError(field, { message })
    setAnnounced(issues.map(({ message }) => message).join(' '))
    const first = FORM_FIELDS.find((name) => issues.some(({ field }) => field === name))
    if (first) form.setFocus(first)
  }

  const originalId = article?.original_article_id ?? null
  const { save, isSaving, problem, dismiss } = useSave({
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
    findConflicts,
    merge,
    onIssues: showIssues,
    onStored: store,
  })

  const checkNow = async () => (await scope.current?.checkNow()) ?? []
  const publish = usePublishPanel({
    article,
    articleId,
    language,
    form,
    isComplete,
    checkNow,
    save,
    onGoTo: showFinding,
  })

  /** Whether the form can be published; otherwise its fields say what is missing. */
  function isComplete(): boolean {
    const options = { published: true, language, original_article_id: originalId, article }
    const checked = checkForm(readForm(), options)
    if ('issues' in checked) showIssues(checked.issues)
    return !('issues' in checked)
  }

  /** Asks before unpublishing, and opens the panel where there is something to decide. Resolves to whether it was saved. */
  async function request(next: SaveRequest): Promise<boolean> {
    setAnnounced('')
    if (!next.published) return (!article?.published || (await confirmsUnpublish())) && save(next)
    if (!isComplete()) return false
    const isClean = (await checkNow()).every(({ reason }) => reason !== null)
    const asks = article?.published === false || isDateAhead(readForm()) || !isClean
    return asks ? publish.open(next) : save(next)
  }

  function confirmsUnpublish(): Promise<boolean> {
    return new Promise((resolve) => {
      setAnswerUnpublish(() => (isConfirmed: boolean) => {
        setAnswerUnpublish(null)
        resolve(isConfirmed)
      })
    })
  }

  /** Saves without changing whether it is published, and stays on the page. */
  const saveHere = () => request({ published: article?.published ?? false, leaves: false })
  useSaveShortcut(() => void saveHere())
  function isDirtyNow(): boolean {
    readForm()
    return work.state().isDirty
  }

  function showFinding({ field, place }: Finding) {
    if (field.startsWith('social_')) return void publish.open()
    const name = FORM_FIELDS.find((known) => known === field)
    // After the dialog has given the focus back.
    requestAnimationFrame(() => {
      if (name === 'content' && place) content.current?.select(place.from, place.to)
      else if (name) form.setFocus(name)
    })
  }

  return (
    <ArticleCheckProvider
      ref={scope}
      readForm={readForm}
      articleId={articleId}
      form={form}
      language={language}
      original_article_id={originalId}
      published
    >
      <ArticleHeading article={article} language={language} />
      <PresenceNotice topic={`article:${articleId}`} className="mb-8" />
      <RestoreOffer
        owner={owner}
        articleId={opened.article ? articleId : null}
        ownCopyId={copyId}
        stored={initial}
        since={firstSince}
        onRestore={(copy) => onReopen({ articleId: copy.article_id, restored: copy })}
      />
      {article && <ScheduleNotice article={article} onChanged={store} onOpen={() => void publish.open()} />}
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
          isAhead={isAhead}
          onSave={(published) => void request({ published, leaves: true })}
          onOptions={() => void publish.open()}
        />
      </form>
      {article && (
        <div key={article.id} className="mt-10">
          <CorrectionsPanel article={article} onChanged={(changed) => store(changed)} />
          <PreviewPanel article={article} isDirty={isDirty} />
          <HistoryPanel article={article} isDirty={isDirty} />
        </div>
      )}
      <Announcement urgent>{announced}</Announcement>
      {publish.panel}
      {answerUnpublish && (
        <UnpublishDialog
          isDirty={isDirty}
          onConfirm={() => answerUnpublish(true)}
          onClose={() => answerUnpublish(false)}
        />
      )}
      {problem && (
        <SaveProblemDialog
          problem={problem}
          articleId={articleId}
          mine={form.getValues()}
          onUseTheirs={(theirs) => onReopen({ articleId, restored: null, article: theirs })}
          onSaveMine={(theirs, taken) => {
            merge(theirs, taken)
            void save(problem.request, theirs.updated_at)
          }}
          onRestored={(restoredArticle) => {
            store(restoredArticle)
            dismiss()
          }}
          onClose={dismiss}
        />
      )}
      <LeaveGuard work={work} readForm={readForm} />
    </ArticleCheckProvider>
  )
}
