import { useQuery } from '@tanstack/react-query'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import PencilLine from 'lucide-react/icons/pencil-line'
import { Fragment, useRef, useState } from 'react'
import { Link } from 'react-router'
import { t } from '#app/admin/kit/messages.ts'
import { reviewPath, suggestPath } from '#app/admin/kit/paths.ts'
import { colleaguesQuery } from '#app/admin/kit/query/colleagues.ts'
import { deskQuery } from '#app/admin/kit/query/desk-query.ts'
import { randomId } from '#app/admin/kit/query/random-id.ts'
import { useMember } from '#app/admin/kit/session/member.tsx'
import { languageName, nameOf } from '#app/admin/kit/ui/format.ts'
import { Notice } from '#app/admin/kit/ui/notice.tsx'
import { NotForRole } from '#app/admin/people/not-for-role.tsx'
import { OrphanedCopies } from '#app/admin/people/orphaned-copies.tsx'
import { orphanedCopiesQuery } from '#app/admin/people/people-queries.ts'
import { ArticleEditor, type ArticleEditorProps } from '#app/admin/stories/article/article-editor.tsx'
import { useListPath } from '#app/admin/stories/article/article-queries.ts'
import { useOpenedVersion } from '#app/admin/stories/article/use-article-form.ts'
import { RailSection } from '#app/admin/stories/article-form/rail.tsx'
import { historyPath } from '#app/admin/stories/history/history-queries.ts'
import { articleNotesQuery, useNoteActions } from '#app/admin/stories/notes/notes-queries.ts'
import { NoteForm } from '#app/admin/stories/notes/panel/note-form.tsx'
import { ThreadCard } from '#app/admin/stories/notes/panel/thread-card.tsx'
import { WorkBand } from '#app/admin/stories/work/work-band.tsx'
import { WorkPanel } from '#app/admin/stories/work/work-panel.tsx'
import { Badge } from '#app/components/ui/badge.tsx'
import { Button, buttonStyles } from '#app/components/ui/button.tsx'
import { findWorkflow, listArticlePeople } from '#core/data/article-workflow.ts'
import { type Article, TRANSLATED_FIELDS } from '#core/domain/article.ts'
import { fieldLabel } from '#core/domain/article-fields.ts'
import { threadsOf } from '#core/domain/article-note.ts'
import { type ArticleRights, articleRights } from '#core/domain/article-rights.ts'
import { TRANSLATED_LANGUAGES } from '#core/domain/article-translation.ts'
import { hasRight } from '#core/domain/role.ts'
import { articlePath } from '#core/paths.ts'

/** The form of an article for those who may change it, and its text for those who may only read it. */
export function ArticleByRights(props: Omit<ArticleEditorProps, 'rights'>) {
  const { article } = props.opened
  const isAdministrator = useMember().role === 'admin'
  const known = useArticleRights(article)
  // The form of a new article stays open while its first save makes another question of it.
  const { articleId } = props.session
  const kept = useRef({ articleId, rights: known })
  if (known) kept.current = { articleId, rights: known }
  const rights = known ?? (kept.current.articleId === articleId ? kept.current.rights : undefined)
  if (!rights) return null
  if (!rights.writes) return article ? <ArticleReading article={article} /> : <NotForRole />
  return (
    <>
      {isAdministrator && article && <OrphansOfArticle articleId={article.id} />}
      <ArticleEditor {...props} rights={rights} />
    </>
  )
}

/** Follows who has the article, because handing it over ends or begins what an author may do. */
const authorFactsQuery = (articleId: string, userId: string) =>
  deskQuery(
    ['article-workflow', articleId, 'author', userId],
    async (client) => {
      const [workflow, people] = await Promise.all([
        findWorkflow(client, articleId),
        listArticlePeople(client, articleId),
      ])
      return { workflow, isAdded: people.some(({ user_id }) => user_id === userId) }
    },
    { live: ['article_workflow', 'articles'] },
  )

/** The member's rights on an article: null for a new one, undefined until they are known. */
function useArticleRights(article: Article | null): ArticleRights | undefined {
  const member = useMember()
  const asks = hasRight(member, 'own_drafts') && article !== null
  const { data: facts = null, isPending } = useQuery({
    ...authorFactsQuery(article?.id ?? '', member.user_id),
    enabled: asks,
  })
  return asks && isPending ? undefined : articleRights(member, article, facts)
}

/** The texts that others typed of the article and may not save any more. */
function OrphansOfArticle({ articleId }: { articleId: string }) {
  const { data: copies = [] } = useQuery(orphanedCopiesQuery(articleId))
  if (copies.length === 0) return null
  return (
    <Notice
      tone="warning"
      role="status"
      className="mb-6"
      title={t('people.orphans.atArticle', { count: copies.length })}
    >
      <OrphanedCopies copies={copies} />
    </Notice>
  )
}

const NOTHING_TYPED = { isDirty: () => false, save: async () => true }

/** An article for those who may read it at the desk and not change it, as it was written. */
function ArticleReading({ article }: { article: Article }) {
  const list = useListPath(article)
  useOpenedVersion(article, article.updated_at)
  const { role, languages } = useMember()
  const { language, published, author } = article
  const translates = hasRight({ role }, 'own_languages') && article.original_article_id === null
  return (
    <>
      <div className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-1 text-faint text-sm">
        <Link to={list.to} className="inline-flex min-h-11 items-center gap-2 text-soft hover:text-ink">
          <ArrowLeft aria-hidden size={16} />
          {list.label}
        </Link>
        <Badge look="plain" tone={published ? 'green' : 'grey'}>
          {t(published ? 'article.status.published' : 'article.status.draft')}
        </Badge>
        <span>{languageName(language)}</span>
        {published && (
          <a
            href={articlePath(article)}
            target="_blank"
            rel="noreferrer"
            className="inline-flex min-h-11 items-center underline underline-offset-4 hover:text-ink"
          >
            {t('article.view')}
          </a>
        )}
        <Link
          to={historyPath(article.id)}
          className="inline-flex min-h-11 items-center underline underline-offset-4 hover:text-ink"
        >
          {t('history.page.title')}
        </Link>
      </div>
      <WorkBand article={article} unsaved={NOTHING_TYPED} />
      <p className="mb-6 max-w-prose text-sm text-soft">{t('article.reading.note')}</p>
      <div className="mb-8 max-w-md empty:hidden">
        <WorkPanel article={article} unsaved={NOTHING_TYPED} />
      </div>
      {translates && (
        <p className="mb-8 flex flex-wrap gap-3">
          {TRANSLATED_LANGUAGES.filter((code) => languages.includes(code)).map((code) => (
            <Link
              key={code}
              to={reviewPath({ originalId: article.id, language: code })}
              className={buttonStyles({ variant: 'secondary', size: 'sm' })}
            >
              {t('article.reading.translate', { language: languageName(code) })}
            </Link>
          ))}
        </p>
      )}
      <div className="grid grid-cols-1 gap-x-12 gap-y-10 xl:grid-cols-[minmax(0,1fr)_20rem]">
        <article lang={language} className="max-w-prose">
          <h1 className="font-display font-medium text-title-lg wrap-anywhere">{nameOf(article)}</h1>
          <p lang="en" className="mt-2 text-faint text-sm wrap-anywhere">
            {t('article.reading.by', { author })}
          </p>
          {TRANSLATED_FIELDS.filter((field) => field !== 'title' && article[field]).map((field) => (
            <Fragment key={field}>
              <h2 lang="en" className="mt-8 mb-1 font-semibold text-sm">
                {fieldLabel(field)}
              </h2>
              <div className="whitespace-pre-wrap wrap-anywhere">{article[field]}</div>
            </Fragment>
          ))}
        </article>
        <div>
          <ReadingNotes article={article} />
        </div>
      </div>
    </>
  )
}

/** The open notes on an article that the member may only read. Nothing where there are none and the member does not work on it. */
function ReadingNotes({ article }: { article: Article }) {
  const { role } = useMember()
  const { data } = useQuery(articleNotesQuery(article.id))
  const { data: colleagues = [] } = useQuery(colleaguesQuery)
  const actions = useNoteActions()
  const [isWriting, setIsWriting] = useState(false)
  const title = useRef<HTMLHeadingElement>(null)
  const open = threadsOf(data?.notes ?? []).filter(({ note }) => note.outcome === null)
  const worksOnIt = colleagues.length > 1 && (hasRight({ role }, 'own_languages') || !article.published)
  if (!data || (open.length === 0 && !worksOnIt)) return null
  const focusTitle = () => title.current?.focus()
  return (
    <RailSection id="notes" title={t('notes.title')} intro={t('notes.intro')} titleRef={title}>
      {isWriting ? (
        <NoteForm
          name={`new:${article.id}`}
          label={t('notes.new.onArticle')}
          action={t('notes.send')}
          colleagues={colleagues}
          onSend={({ body, mentions }) =>
            actions.add({ id: randomId(), articleId: article.id, body, mentions })
          }
          onClose={() => {
            setIsWriting(false)
            focusTitle()
          }}
        />
      ) : (
        <div className="flex flex-wrap gap-2">
          <Button variant="secondary" size="sm" onClick={() => setIsWriting(true)}>
            {t('notes.write')}
          </Button>
          <Link to={suggestPath(article.id)} className={buttonStyles({ variant: 'ghost', size: 'sm' })}>
            <PencilLine aria-hidden size={15} />
            {t('notes.suggestMany')}
          </Link>
        </div>
      )}
      <ol aria-label={t('notes.list')} className="mt-4 space-y-3 empty:hidden">
        {open.map((thread) => (
          <ThreadCard
            key={thread.note.id}
            thread={thread}
            me={data.me}
            mayWrite={false}
            colleagues={colleagues}
            actions={actions}
            onTake={() => {}}
            onGone={focusTitle}
          />
        ))}
      </ol>
    </RailSection>
  )
}
