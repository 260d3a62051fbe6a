import ArrowLeft from 'lucide-react/icons/arrow-left'
import Eye from 'lucide-react/icons/eye'
import { type Ref, type RefObject, useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { Link } from 'react-router'
import type { MarkdownEditorHandle } from '#app/admin/editor/markdown-editor-props.ts'
import { describeShortcut } from '#app/admin/editor/toolbar/toolbar-button.tsx'
import { PresenceNotice } from '#app/admin/kit/live/presence-notice.tsx'
import { t } from '#app/admin/kit/messages.ts'
import { formatPlanned, languageName } from '#app/admin/kit/ui/format.ts'
import { Announcement } from '#app/admin/kit/ui/notice.tsx'
import { useShortcuts } from '#app/admin/kit/ui/use-shortcuts.ts'
import { type OpenedArticle, useListPath } from '#app/admin/stories/article/article-queries.ts'
import { TextFields } from '#app/admin/stories/article/fields/article-fields.tsx'
import { StoryRail } from '#app/admin/stories/article/rail/story-rail.tsx'
import { SaveBar, UnsavedNote } from '#app/admin/stories/article/save/save-bar.tsx'
import { SaveProblemDialog } from '#app/admin/stories/article/save/save-problem-dialog.tsx'
import { type SaveRequest, useSave } from '#app/admin/stories/article/save/use-save.ts'
import { StoryNotices } from '#app/admin/stories/article/story-notices.tsx'
import {
  type FormSession,
  useArticleForm,
  useFocusOnTitle,
} from '#app/admin/stories/article/use-article-form.ts'
import {
  type ArticleForm,
  checkForm,
  type FieldIssue,
  type FormField,
  isDateAhead,
} from '#app/admin/stories/article-form/article-form.ts'
import { type RailTab, useRailTab } from '#app/admin/stories/article-form/rail.tsx'
import {
  type ArticleCheckHandle,
  ArticleCheckProvider,
} from '#app/admin/stories/check/article-check-provider.tsx'
import { useCorrectionQuestion } from '#app/admin/stories/corrections/use-correction-question.tsx'
import { NotesProvider } from '#app/admin/stories/notes/notes-provider.tsx'
import { useStoryPreview } from '#app/admin/stories/preview/preview-dialog.tsx'
import { usePublishPanel, useUnpublishQuestion } from '#app/admin/stories/publish/use-publish-panel.tsx'
import { useUnpublishing, useWaitingSchedule } from '#app/admin/stories/schedule/schedule-queries.ts'
import { type SourcesHandle, SourcesProvider } from '#app/admin/stories/sources/sources-provider.tsx'
import { TranslationsLine } from '#app/admin/stories/translations/translations-line.tsx'
import { LeaveGuard } from '#app/admin/stories/unsaved/leave-dialog.tsx'
import type { UnsavedWork } from '#app/admin/stories/unsaved/unsaved-work.ts'
import { WorkBand } from '#app/admin/stories/work/work-band.tsx'
import { useHandIn } from '#app/admin/stories/work/work-panel.tsx'
import { Badge } from '#app/components/ui/badge.tsx'
import { Button } from '#app/components/ui/button.tsx'
import type { Finding } from '#core/check/finding.ts'
import type { Article } from '#core/domain/article.ts'
import { ARTICLE_FIELD_NAMES } from '#core/domain/article-fields.ts'
import type { ArticleRights } from '#core/domain/article-rights.ts'
import type { Language } from '#core/i18n/languages.ts'
import { articlePath } from '#core/paths.ts'

export interface ArticleEditorProps {
  session: FormSession
  opened: OpenedArticle
  language: Language
  rights: ArticleRights
  /** The id of the unsaved work that the editor has chosen in a list; null when there is none. */
  chosenCopy: string | null
  /** Opens the form again, with restored values. */
  onReopen: (next: Pick<FormSession, 'articleId' | 'restored'> & { article?: Article }) => void
}

/** The form of an article, with everything around it. */
export function ArticleEditor(props: ArticleEditorProps) {
  const { session, opened, language: openedIn, rights, chosenCopy, onReopen } = props
  const { articleId } = session
  const { owner, initial, form, content, readForm, firstSince, work, isDirty, ...stored } = useArticleForm(
    session,
    opened,
  )
  const { article, since, store, findConflicts, merge, hasChanged } = stored
  const language = opened.article?.language ?? openedIn
  const checks = useRef<ArticleCheckHandle>(null)
  const sources = useRef<SourcesHandle>(null)
  const [announced, setAnnounced] = useState('')
  const unpublish = useUnpublishQuestion(isDirty)
  const { tab, setTab, focusField } = useRailTab({ form, content, isNew: article === null })
  useFocusOnTitle(form, !opened.article && !session.restored && !chosenCopy)
  const preview = useStoryPreview({ readForm, content, articleId, language, article })

  function showIssues(issues: FieldIssue[]) {
    for (const { field, message } of issues) form.setError(field, { message })
    setAnnounced(issues.map(({ message }) => message).join(' '))
    const first = ARTICLE_FIELD_NAMES.find((name) => issues.some(({ field }) => field === name))
    if (first) showField(first)
  }

  /** Moves the focus to a field, wherever it is. */
  function showField(field: FormField) {
    if (field.startsWith('social_')) void publish.open()
    else focusField(field)
  }

  const originalId = article?.original_article_id ?? null
  const saving = useSave({
    form,
    readForm,
    work,
    articleId,
    language,
    originalId,
    article,
    since,
    wasPublished: opened.wasPublished,
    findConflicts,
    merge,
    onIssues: showIssues,
    onStored: store,
    saveJudged: (values, publishes, run) => sources.current?.saveJudged(values, publishes, run) ?? run(),
  })

  const { isSaving, problem, dismiss } = saving
  const correction = useCorrectionQuestion({ article, onCorrected: store })

  /** Saves, after it was asked whether readers are told of what changes for them. */
  async function save(next: SaveRequest): Promise<boolean> {
    const typed = readForm()
    const asked = isDateAhead(typed) ? next : await correction.asks(next, typed)
    return asked !== null && saving.save(asked)
  }

  const checkNow = async () => (await checks.current?.checkNow()) ?? []
  const isCovered = async () => ((await sources.current?.findUncovered()) ?? []).length === 0
  const publish = usePublishPanel({
    article,
    articleId,
    language,
    form,
    isComplete,
    checkNow,
    isCovered,
    save,
    onGoTo: showFinding,
  })

  /** Tells whether the form can be published; otherwise its fields say what is missing. */
  function isComplete(): boolean {
    const options = { published: true, language, original_article_id: originalId, article }
    const checked = checkForm(readForm(), options)
    if ('issues' in checked) showIssues(checked.issues)
    return !('issues' in checked)
  }

  /** Asks before unpublishing, and opens the panel where there is something to decide. Resolves to whether it was saved. */
  async function request(next: SaveRequest): Promise<boolean> {
    setAnnounced('')
    if (next.published && !rights.publishes) return save({ ...next, published: false })
    if (!next.published) return (!article?.published || (await unpublish.confirms())) && save(next)
    if (!isComplete()) return false
    const isClean = (await checkNow()).every(({ reason }) => reason !== null) && (await isCovered())
    const asks = rights.edits && (article?.published === false || isDateAhead(readForm()) || !isClean)
    return asks ? publish.open(next) : save(next)
  }

  const handingIn = useHandIn({ articleId, save: () => save({ published: false, leaves: false }) })
  /** Saves without changing whether it is published, and stays on the page. */
  const saveHere = () => request({ published: article?.published ?? false, leaves: false })
  const unsaved = { isDirty: () => readForm() && work.state().isDirty, save: saveHere }
  const openPanel = () => void (rights.edits && isComplete() && publish.open())
  useShortcuts([
    { key: 's', run: () => void saveHere() },
    { key: 'p', alt: true, run: preview.open },
    { key: 'enter', shift: true, run: openPanel },
  ])
  function showFinding({ field, place }: Finding) {
    const name = ARTICLE_FIELD_NAMES.find((known) => known === field)
    // Delayed until the dialog has given the focus back.
    requestAnimationFrame(() => {
      if (name === 'content' && place) content.current?.select(place.from, place.to)
      else if (name) showField(name)
    })
  }

  return (
    <ArticleProviders
      checks={checks}
      sources={sources}
      article={article}
      articleId={articleId}
      language={language}
      rights={rights}
      form={form}
      readForm={readForm}
      content={content}
      onTab={setTab}
    >
      <ArticleHeading article={article} language={language} onPreview={preview.open} />
      <PresenceNotice topic={`article:${articleId}`} className="mb-4" />
      {article && <WorkBand article={article} unsaved={unsaved} />}
      <StoryNotices
        session={session}
        opened={opened}
        owner={owner}
        initial={initial}
        since={firstSince}
        chosenCopy={chosenCopy}
        article={article}
        hasChanged={hasChanged && !isSaving}
        onReopen={onReopen}
        onChanged={store}
        onOptions={() => void publish.open()}
      />
      {/* A section and no form element, because the panels have forms of their own. On a wide screen it is as high as the window. */}
      <section
        aria-label={article ? t('article.editTitle') : t('article.newTitle')}
        aria-busy={isSaving}
        className="grid grid-cols-1 gap-x-8 gap-y-6 max-xl:**:scroll-mb-32 xl:h-[max(34rem,calc(100dvh-8.75rem))] xl:grid-cols-[minmax(0,1fr)_21rem] xl:has-data-sources:grid-cols-[minmax(0,1fr)_minmax(25rem,42%)] xl:grid-rows-[minmax(0,1fr)_auto] xl:gap-y-3"
      >
        <TextFields
          form={form}
          article={article}
          articleId={articleId}
          language={language}
          belowTitle={
            article?.original_article_id === null &&
            rights.edits && <TranslationsLine article={article} form={unsaved} />
          }
          content={content}
          fullScreenBar={
            <FullScreenBar
              work={work}
              article={article}
              isSaving={isSaving}
              onSave={() => void saveHere()}
              onPreview={preview.open}
            />
          }
        />
        <SaveBar
          work={work}
          article={article}
          isSaving={isSaving}
          rights={rights}
          form={form}
          onSave={(published) => void request({ published, leaves: true })}
          onHandIn={() => void handingIn.handIn()}
          onOptions={openPanel}
        />
        <StoryRail
          tab={tab}
          onTab={setTab}
          rights={rights}
          className="xl:col-start-2 xl:row-span-2 xl:row-start-1"
          form={form}
          article={article}
          articleId={articleId}
          language={language}
          isDirty={isDirty}
          unsaved={unsaved}
          onChanged={(changed) => store(changed)}
          onGoTo={showFinding}
          onField={showField}
        />
      </section>
      <Announcement urgent>{announced}</Announcement>
      {publish.panel}
      {handingIn.dialog}
      {unpublish.dialog}
      {correction.dialog}
      {problem && (
        <SaveProblemDialog
          problem={problem}
          articleId={articleId}
          mine={form.getValues()}
          onUseTheirs={(theirs) => onReopen({ articleId, restored: null, article: theirs })}
          onSaveMine={(theirs, taken) => {
            merge(theirs, taken)
            void saving.save(problem.request, theirs.updated_at)
          }}
          onRestored={(restoredArticle) => {
            store(restoredArticle)
            dismiss()
          }}
          onClose={dismiss}
        />
      )}
      {preview.dialog}
      <LeaveGuard work={work} readForm={readForm} />
    </ArticleProviders>
  )
}

interface FullScreenBarProps {
  work: UnsavedWork
  /** The stored article; null for a new one. */
  article: Article | null
  isSaving: boolean
  onSave: () => void
  onPreview: () => void
}

/** Shows what is known of the saving, and the buttons that are needed while the text fills the screen. */
function FullScreenBar({ work, article, isSaving, onSave, onPreview }: FullScreenBarProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: no fields
    <div
      role="group"
      aria-label={t('article.saving')}
      className="flex flex-wrap-reverse items-center gap-x-6 gap-y-2 border-line border-t px-4 py-2"
    >
      <div className="flex gap-3">
        <Button aria-disabled={isSaving} onClick={() => isSaving || onSave()}>
          {isSaving
            ? t('ui.oneMoment')
            : article?.published
              ? t('article.action.update')
              : t('article.action.saveDraft')}
        </Button>
        <Button variant="secondary" onClick={onPreview}>
          {t('article.preview')}
        </Button>
      </div>
      <UnsavedNote work={work} article={article} schedule={useWaitingSchedule(article)} atOnce="" />
    </div>
  )
}

interface ArticleProvidersProps {
  checks: Ref<ArticleCheckHandle>
  sources: Ref<SourcesHandle>
  /** The stored article; null for a new one. */
  article: Article | null
  articleId: string
  language: Language
  rights: ArticleRights
  form: UseFormReturn<ArticleForm>
  readForm: () => ArticleForm
  content: RefObject<MarkdownEditorHandle | null>
  /** Shows what is below a tab. */
  onTab: (tab: RailTab) => void
  children: React.ReactNode
}

/** Provides what the fields of an article and the tabs beside it know of its text: findings, notes, and the sources of its sentences. */
function ArticleProviders(props: ArticleProvidersProps) {
  const { checks, sources, article, articleId, language, rights, form, readForm, content, onTab } = props
  return (
    <ArticleCheckProvider
      ref={checks}
      readForm={readForm}
      articleId={articleId}
      form={form}
      language={language}
      original_article_id={article?.original_article_id ?? null}
      published
    >
      <NotesProvider articleId={article?.id ?? null} form={form} onOpen={() => onTab('notes')}>
        <SourcesProvider
          ref={sources}
          article={article}
          articleId={articleId}
          rights={rights}
          form={form}
          readForm={readForm}
          content={content}
          onTab={onTab}
        >
          {props.children}
        </SourcesProvider>
      </NotesProvider>
    </ArticleCheckProvider>
  )
}

interface ArticleHeadingProps {
  article: Article | null
  language: Language
  onPreview: () => void
}

/** The name of what is being edited, where readers find it, and how they will see it. */
function ArticleHeading({ article, language, onPreview }: ArticleHeadingProps) {
  const list = useListPath(article)
  const schedule = useWaitingSchedule(article)
  const unpublishing = useUnpublishing(article)
  const keys = describeShortcut('Mod-Alt-p')
  return (
    <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-1 text-faint text-sm">
      <Link to={list.to} className="inline-flex min-h-11 items-center gap-2 text-soft hover:text-ink">
        <ArrowLeft aria-hidden size={16} />
        {list.label}
      </Link>
      <h1 className="font-display font-medium text-ink text-title-sm">
        {article ? t('article.editTitle') : t('article.newTitle')}
      </h1>
      <Badge look="plain" tone={article?.published ? 'green' : schedule ? 'blue' : 'grey'}>
        {article?.published
          ? t('article.status.published')
          : schedule
            ? t('article.status.scheduled')
            : t('article.status.draft')}
      </Badge>
      {schedule && <span>{formatPlanned(new Date(schedule.publish_at), schedule.zone)}</span>}
      {unpublishing && (article?.published || schedule) && (
        <span>
          {t('publish.until', {
            when: formatPlanned(new Date(unpublishing.unpublish_at), unpublishing.zone),
          })}
        </span>
      )}
      <span>{languageName(language)}</span>
      {article?.published && (
        <a
          href={articlePath(article)}
          target="_blank"
          rel="noreferrer"
          className="inline-flex min-h-11 items-center underline underline-offset-4 hover:text-ink"
        >
          {t('article.view')}
        </a>
      )}
      <Button
        variant="secondary"
        className="ml-auto"
        aria-keyshortcuts={keys.aria}
        title={`${t('article.preview')} (${keys.shown})`}
        onClick={onPreview}
      >
        <Eye aria-hidden size={16} />
        {t('article.preview')}
      </Button>
    </div>
  )
}
