import { useQuery } from '@tanstack/react-query'
import ArrowRight from 'lucide-react/icons/arrow-right'
import { lazy, Suspense, use, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { Link } from 'react-router'
import { t } from '#app/admin/kit/messages.ts'
import { deskQuery } from '#app/admin/kit/query/desk-query.ts'
import { QueryView } from '#app/admin/kit/query/query-view.tsx'
import { ListSkeleton } from '#app/admin/kit/ui/list-pager.tsx'
import { ModalDialog } from '#app/admin/kit/ui/modal-dialog.tsx'
import { DetailFields } from '#app/admin/stories/article/fields/article-fields.tsx'
import type { ArticleForm, FormField } from '#app/admin/stories/article-form/article-form.ts'
import { RailSection } from '#app/admin/stories/article-form/rail-section.tsx'
import type { RailTab } from '#app/admin/stories/article-form/use-rail-tab.ts'
import { useArticleCheckResult } from '#app/admin/stories/check/article-check-provider.tsx'
import { FindingList } from '#app/admin/stories/check/finding-list.tsx'
import type { Finding } from '#app/admin/stories/check/use-article-check.ts'
import { CorrectionsPanel } from '#app/admin/stories/corrections/corrections-panel.tsx'
import { LatestArticleEvents } from '#app/admin/stories/history/article-events.tsx'
import { historyPath, latestRevisionsQuery } from '#app/admin/stories/history/history-queries.ts'
import { RevisionLine } from '#app/admin/stories/history/revision-list.tsx'
import { IdeaLinks } from '#app/admin/stories/ideas/idea-list.tsx'
import { IDEAS_KEY } from '#app/admin/stories/ideas/ideas-table.ts'
import { NotesPanel } from '#app/admin/stories/notes/panel/notes-panel.tsx'
import { PreviewPanel } from '#app/admin/stories/preview/preview-panel.tsx'
import { SourcesContext } from '#app/admin/stories/sources/sources-context.ts'
import { TranslationsCard, type UnsavedForm } from '#app/admin/stories/translations/translations-card.tsx'
import { WorkPanel } from '#app/admin/stories/work/work-panel.tsx'
import { Button, buttonStyles } from '#app/components/ui/button.tsx'
import { findIdeaOf } from '#core/data/ideas.ts'
import type { Article } from '#core/domain/article.ts'
import type { ArticleRights } from '#core/domain/article-rights.ts'
import type { Language } from '#core/i18n/languages.ts'

/** Loaded for articles that rest on sources only. */
const SourcesPanel = lazy(async () => ({
  default: (await import('#app/admin/stories/sources/panel/sources-panel.tsx')).SourcesPanel,
}))

export interface StoryPanelProps {
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
export function StoryPanel({ tab, ...story }: StoryPanelProps & { tab: RailTab }) {
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
