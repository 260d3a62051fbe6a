import { useQuery } from '@tanstack/react-query'
import ArrowRight from 'lucide-react/icons/arrow-right'
import * as Tabs from 'radix-ui/tabs'
import { lazy, Suspense, use, useEffect, useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { Link } from 'react-router'
import { t } from '#app/admin/kit/messages.ts'
import { deskQuery } from '#app/admin/kit/query/desk-query.ts'
import { QueryView } from '#app/admin/kit/query/query-view.tsx'
import { ListSkeleton } from '#app/admin/kit/ui/list-pager.tsx'
import { ModalDialog } from '#app/admin/kit/ui/modal-dialog.tsx'
import { DetailFields } from '#app/admin/stories/article/fields/article-fields.tsx'
import type { ArticleForm, FormField } from '#app/admin/stories/article-form/article-form.ts'
import { RAIL_TABS, RailSection, type RailTab } from '#app/admin/stories/article-form/rail.tsx'
import { useArticleCheckResult } from '#app/admin/stories/check/article-check-provider.tsx'
import { describeCounts } from '#app/admin/stories/check/describe-finding.ts'
import { FindingList } from '#app/admin/stories/check/finding-list.tsx'
import { CorrectionsPanel } from '#app/admin/stories/corrections/corrections-panel.tsx'
import { LatestArticleEvents } from '#app/admin/stories/history/article-events.tsx'
import { historyPath, latestRevisionsQuery } from '#app/admin/stories/history/history-queries.ts'
import { RevisionLine } from '#app/admin/stories/history/revision-list.tsx'
import { IdeaLinks } from '#app/admin/stories/ideas/idea-list.tsx'
import { IDEAS_KEY } from '#app/admin/stories/ideas/ideas-table.ts'
import { NotesContext } from '#app/admin/stories/notes/notes-provider.tsx'
import { NotesPanel } from '#app/admin/stories/notes/panel/notes-panel.tsx'
import { PreviewPanel } from '#app/admin/stories/preview/preview-panel.tsx'
import { countStates } from '#app/admin/stories/sources/live/open-sentences.ts'
import { SourcesContext } from '#app/admin/stories/sources/sources-context.ts'
import { TranslationsCard, type UnsavedForm } from '#app/admin/stories/translations/translations-card.tsx'
import { WorkPanel } from '#app/admin/stories/work/work-panel.tsx'
import { Button, buttonStyles } from '#app/components/ui/button.tsx'
import type { Finding } from '#core/check/finding.ts'
import { findIdeaOf } from '#core/data/ideas.ts'
import type { Article } from '#core/domain/article.ts'
import type { ArticleRights } from '#core/domain/article-rights.ts'
import type { Language } from '#core/i18n/languages.ts'

const TAB =
  '-mb-px inline-flex min-h-11 items-center gap-1.5 border-transparent border-b-2 px-1 text-sm text-soft xl:px-0.5 xl:text-[0.8125rem] hover:text-ink focus-visible:-outline-offset-2 aria-selected:border-ink aria-selected:font-semibold aria-selected:text-ink'

const LABELS: Record<RailTab, string> = {
  sources: t('sources.tab'),
  details: t('article.tab.details'),
  translations: t('article.tab.translations'),
  check: t('article.tab.check'),
  notes: t('notes.tab'),
  history: t('article.tab.history'),
}

interface StoryRailProps extends StoryPanelProps {
  tab: RailTab
  onTab: (tab: RailTab) => void
  className: string
}

/**
 * The tabs with what belongs to a story besides its text. A panel is shown first when its tab is opened, and keeps then what is typed in
 * it.
 */
export function StoryRail({ tab: wanted, onTab, className, ...story }: StoryRailProps) {
  const notes = use(NotesContext)
  // Notes that are wanted keep their tab while colleagues are asked for, so that the tab does not change under the cursor.
  const hasNotes = notes !== null && (notes.isShown ?? wanted === 'notes')
  // So do sources while they are asked for.
  const hasSources = use(SourcesContext).isShown ?? wanted === 'sources'
  // Translations are asked for by those who edit.
  const isShown = { sources: hasSources, notes: hasNotes, translations: story.rights.edits }
  const tabs = RAIL_TABS.filter((name) => isShown[name as keyof typeof isShown] ?? true)
  const isOffered = tabs.includes(wanted)
  const tab = isOffered ? wanted : 'details'
  // Otherwise the rail would leave the details when the tab is offered later.
  useEffect(() => {
    if (!isOffered) onTab('details')
  }, [isOffered, onTab])
  // The details have fields of the form, which must exist to be focused.
  const opened = useRef<ReadonlySet<RailTab>>(new Set(['details']))
  if (!opened.current.has(tab)) opened.current = new Set([...opened.current, tab])
  return (
    <Tabs.Root
      value={tab}
      onValueChange={(value) => onTab(value as RailTab)}
      // The page gives it more room then.
      data-sources={hasSources || undefined}
      className={`flex min-h-0 min-w-0 flex-col ${className}`}
    >
      <Tabs.List
        aria-label={t('article.tabs')}
        className="flex shrink-0 flex-wrap justify-between border-line border-b sm:justify-start sm:gap-x-5 xl:gap-x-1.5"
      >
        {tabs.map((name) => (
          <Tabs.Trigger key={name} value={name} className={TAB}>
            {LABELS[name]}
            {name === 'sources' && <SourcesCount />}
            {name === 'check' && <CheckCount />}
            {name === 'notes' && <NotesCount />}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      {tabs.map((name) => (
        <Tabs.Content
          key={name}
          value={name}
          forceMount
          // The margins leave room for the outlines of what has the focus at the edges, and the lowest part can be scrolled out from
          // under a toast.
          className="-mx-1 min-h-0 grow px-1 pt-5 pb-1 xl:pb-32 focus-visible:-outline-offset-2 data-[state=inactive]:hidden xl:overflow-y-auto xl:overscroll-contain"
        >
          {opened.current.has(name) && <StoryPanel tab={name} {...story} />}
        </Tabs.Content>
      ))}
    </Tabs.Root>
  )
}

/** The number of sentences that need somebody, in the tab of the sources. */
function SourcesCount() {
  const { red, amber } = countStates(use(SourcesContext).draft?.states ?? [])
  if (red + amber === 0) return null
  return (
    <span data-tone={red > 0 ? 'red' : 'orange'} className="font-semibold text-accent tabular-nums">
      <span aria-hidden>{red > 0 ? red : amber}</span>
      <span className="sr-only">
        , {red > 0 ? t('sources.count.red', { count: red }) : t('sources.count.amber', { count: amber })}
      </span>
    </span>
  )
}

/** The number of open findings, in the tab of the check. */
function CheckCount() {
  const { check } = useArticleCheckResult()
  const open = check.findings.filter(({ reason }) => reason === null)
  if (open.length === 0) return null
  const isProblem = open.some(({ severity }) => severity === 'problem')
  return (
    <span data-tone={isProblem ? 'red' : 'orange'} className="font-semibold text-accent tabular-nums">
      <span aria-hidden>{open.length}</span>
      <span className="sr-only">, {describeCounts(check.findings)}</span>
    </span>
  )
}

/** The number of open notes and suggestions, in the tab of notes. */
function NotesCount() {
  const open =
    use(NotesContext)?.notes.filter(({ parent, outcome }) => parent === null && outcome === null) ?? []
  if (open.length === 0) return null
  return (
    <span data-tone="blue" className="font-semibold text-accent tabular-nums">
      <span aria-hidden>{open.length}</span>
      <span className="sr-only">, {t('notes.open', { count: open.length })}</span>
    </span>
  )
}

/** Loaded for articles that rest on sources only. */
const SourcesPanel = lazy(async () => ({
  default: (await import('#app/admin/stories/sources/panel/sources-panel.tsx')).SourcesPanel,
}))

interface StoryPanelProps {
  form: UseFormReturn<ArticleForm>
  /** The stored article; null for a new one. */
  article: Article | null
  articleId: string
  language: Language
  isDirty: boolean
  rights: ArticleRights
  unsaved: UnsavedForm
  onChanged: (article: Article) => void
  /** Called to select the text of a finding. */
  onGoTo: (finding: Finding) => void
  /** Called to move the focus to a field. */
  onField: (field: FormField) => void
}

/** The content below a tab beside a story. */
function StoryPanel({ tab, ...story }: StoryPanelProps & { tab: RailTab }) {
  const { form, article, articleId, language, isDirty, rights, unsaved, onChanged, onGoTo, onField } = story
  switch (tab) {
    case 'sources':
      return (
        <Suspense fallback={<p className="text-sm text-soft">{t('ui.oneMoment')}</p>}>
          <SourcesPanel onField={onField} />
        </Suspense>
      )
    case 'details':
      return (
        <>
          {article && !article.published && !article.original_article_id && (
            <IdeaOfDraft articleId={article.id} />
          )}
          {article && (
            <div className="mb-6 border-line border-b pb-6 empty:hidden">
              <WorkPanel article={article} unsaved={unsaved} />
            </div>
          )}
          <DetailFields
            form={form}
            article={article}
            articleId={articleId}
            language={language}
            rights={rights}
          />
          <BeginSources />
        </>
      )
    case 'translations':
      return article ? (
        <TranslationsCard article={article} form={unsaved} />
      ) : (
        <p className="text-sm text-soft">{t('article.newIntro')}</p>
      )
    case 'check':
      return (
        <>
          <CheckPanel onGoTo={onGoTo} />
          {article && rights.edits && <PreviewPanel key={article.id} article={article} isDirty={isDirty} />}
        </>
      )
    case 'notes':
      return <NotesPanel />
    case 'history':
      return article ? (
        <div key={article.id}>
          <HistoryPanel article={article} isDirty={isDirty} />
          {rights.edits && <CorrectionsPanel article={article} onChanged={onChanged} />}
        </div>
      ) : (
        <p className="text-sm text-soft">{t('history.empty')}</p>
      )
  }
}

/** An idea that is begun does not change any more. */
const ideaOfQuery = (articleId: string) => ({
  ...deskQuery([...IDEAS_KEY, 'of', articleId], (client) => findIdeaOf(client, articleId)),
  staleTime: Number.POSITIVE_INFINITY,
})

/**
 * The reason why a draft was to be written, beside its form; nothing for one that began without an idea or whose idea says no more than its
 * title.
 */
function IdeaOfDraft({ articleId }: { articleId: string }) {
  const { data: idea } = useQuery(ideaOfQuery(articleId))
  if (!idea || (idea.why === '' && idea.links.length === 0)) return null
  return (
    <div className="mb-6 border-line border-b pb-5">
      <RailSection id="idea-of-draft" title={t('ideas.ofDraft')}>
        <p className="max-w-prose whitespace-pre-line text-sm text-soft wrap-anywhere">{idea.why}</p>
        <IdeaLinks links={idea.links} />
      </RailSection>
    </div>
  )
}

/** Begins to cite sources in an article that rests on none. */
function BeginSources() {
  const { begin } = use(SourcesContext)
  return (
    begin && (
      <button
        type="button"
        className="mt-6 inline-flex min-h-6 items-center text-sm text-soft underline underline-offset-4 hover:text-ink"
        onClick={begin}
      >
        {t('sources.begin')}
      </button>
    )
  )
}

/** The findings of the live check. */
function CheckPanel({ onGoTo }: { onGoTo: (finding: Finding) => void }) {
  const { check } = useArticleCheckResult()
  return (
    <RailSection id="check" title={t('check.title')}>
      {check.wasChecked ? (
        <FindingList check={check} onGoTo={onGoTo} />
      ) : (
        <p className="text-sm text-soft">{t('check.checking')}</p>
      )}
    </RailSection>
  )
}

/** The latest versions of an article, with a link to all of them. */
function HistoryPanel({ article, isDirty }: { article: Article; isDirty: boolean }) {
  const revisions = useQuery(latestRevisionsQuery(article.id, article.updated_at))
  const [asks, setAsks] = useState(false)
  const path = historyPath(article.id)
  return (
    <RailSection id="history" title={t('history.title')} intro={t('history.intro')}>
      <QueryView query={revisions} what={t('history.what')} pending={<ListSkeleton rows={3} />}>
        {({ rows, total }) =>
          total === 0 ? (
            <p className="text-sm text-soft">{t('history.empty')}</p>
          ) : (
            <>
              <ol className="divide-y divide-line">
                {rows.map((revision) => (
                  <li key={revision.id} className="py-3 first:pt-0">
                    <RevisionLine revision={revision} />
                  </li>
                ))}
              </ol>
              <Link
                to={path}
                onClick={(event) => {
                  if (!isDirty) return
                  event.preventDefault()
                  setAsks(true)
                }}
                className="mt-2 inline-flex min-h-9 items-center gap-1.5 font-medium text-sm underline-offset-4 hover:underline"
              >
                {t('history.all.count', { count: total })}
                <ArrowRight aria-hidden size={15} />
              </Link>
            </>
          )
        }
      </QueryView>
      <LatestArticleEvents articleId={article.id} />
      {asks && (
        <ModalDialog title={t('history.unsaved.title')} onClose={() => setAsks(false)}>
          <p className="text-sm text-soft">{t('history.unsaved.text')}</p>
          <div className="mt-6 flex flex-wrap justify-end gap-3">
            <Button variant="secondary" onClick={() => setAsks(false)}>
              {t('history.unsaved.stay')}
            </Button>
            <a
              href={path}
              target="_blank"
              rel="noopener"
              className={buttonStyles({})}
              onClick={() => setAsks(false)}
            >
              {t('history.unsaved.open')}
            </a>
          </div>
        </ModalDialog>
      )}
    </RailSection>
  )
}
