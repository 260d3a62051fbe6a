import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { Link } from 'react-router'
import { editArticlePath } from '#app/admin/article/article-paths.ts'
import { nameOf } from '#app/admin/articles/article-title.tsx'
import { describeEntry, isAboutIssue, isAboutSubscribers } from '#app/admin/audit/describe-entry.ts'
import { historyPath, useNameOfEditor } from '#app/admin/history/history-queries.ts'
import { t } from '#app/admin/messages.ts'
import { deskQuery } from '#app/admin/query/desk-query.ts'
import { QueryView } from '#app/admin/query/query-view.tsx'
import { showResults, TablePages, TableSkeleton } from '#app/admin/table/table-view.tsx'
import { LocalTime } from '#app/admin/ui/local-time.tsx'
import { type AuditedArticle, type ListedAuditEntry, listAuditEntries } from '#core/data/audit-log.ts'

const ENTRIES_PER_PAGE = 25

const auditQuery = (page: number) =>
  deskQuery(['audit', page], (client) => listAuditEntries(client, { page, pageSize: ENTRIES_PER_PAGE }))

/** The audit log: actions that cannot be undone, with actor, time and reason. */
export function AuditTable({ page }: { page: number }) {
  const entries = useQuery({ ...auditQuery(page), placeholderData: keepPreviousData })
  const list = useRef<HTMLElement>(null)
  return (
    <section ref={list} tabIndex={-1} aria-label={t('audit.list')} className="scroll-mt-4">
      <QueryView query={entries} what={t('audit.what')} pending={<TableSkeleton />}>
        {({ rows, total }) => (
          <>
            {rows.length === 0 ? (
              <div className="max-w-prose border-line border-y py-8">
                {total === 0 ? (
                  <>
                    <p className="font-display font-medium text-title-sm">{t('audit.empty')}</p>
                    <p className="mt-1.5 text-sm text-soft">{t('audit.empty.text')}</p>
                  </>
                ) : (
                  <p className="text-sm text-soft">{t('table.emptyPage')}</p>
                )}
              </div>
            ) : (
              <ol className="divide-y divide-line border-line border-y">
                {rows.map((entry) => (
                  <Entry key={entry.id} entry={entry} />
                ))}
              </ol>
            )}
            <TablePages
              label={t('audit.pages')}
              page={page}
              pageSize={ENTRIES_PER_PAGE}
              total={total}
              linkTo={(to) => (to.page > 1 ? `?page=${to.page}` : '?')}
              onTurn={() => showResults(list.current)}
            />
          </>
        )}
      </QueryView>
    </section>
  )
}

function Entry({ entry }: { entry: ListedAuditEntry }) {
  const nameOf = useNameOfEditor()
  const { title, details } = describeEntry(entry)
  const isIssue = isAboutIssue(entry)
  return (
    <li className="py-4 text-sm">
      <p className="font-medium">{title}</p>
      <dl className="mt-1.5 grid grid-cols-[auto_minmax(0,1fr)] gap-x-5 gap-y-1">
        {!isAboutSubscribers(entry) && (
          <>
            <dt className="text-faint">{t(isIssue ? 'audit.issue' : 'audit.article')}</dt>
            <dd className="wrap-anywhere">
              {isIssue ? (
                <Link to={`/admin/newsletter/${entry.subject_id}`} className={LINK}>
                  {t('audit.issue.open')}
                </Link>
              ) : (
                <EntryArticle article={entry.article} />
              )}
            </dd>
          </>
        )}
        <dt className="text-faint">{t('audit.when')}</dt>
        <dd>
          <LocalTime iso={entry.happened_at} precision="minute" />
        </dd>
        <dt className="text-faint">{t('audit.who')}</dt>
        <dd className="break-all">{nameOf(entry.actor)}</dd>
        {entry.reason && (
          <>
            <dt className="text-faint">{t('audit.why')}</dt>
            <dd className="wrap-anywhere">{entry.reason}</dd>
          </>
        )}
        {details.length > 0 && (
          <>
            <dt className="text-faint">{t('audit.action')}</dt>
            <dd className="space-y-1 wrap-anywhere text-soft">
              {details.map((line) => (
                <p key={line} className="whitespace-pre-line">
                  {line}
                </p>
              ))}
            </dd>
          </>
        )}
      </dl>
      {entry.article?.trash_id === null && (
        <Link
          to={historyPath(entry.subject_id)}
          className={`mt-1 inline-flex min-h-9 items-center text-soft ${LINK}`}
        >
          {t('audit.versions')}
        </Link>
      )}
    </li>
  )
}

const LINK = 'underline decoration-line underline-offset-4 hover:decoration-current'

/** The article by its title, where it is now. */
function EntryArticle({ article }: { article: AuditedArticle | null }) {
  if (!article) return <span className="text-faint">{t('audit.article.gone')}</span>
  const { title, language, trash_id } = article
  return (
    <>
      <Link
        to={trash_id === null ? editArticlePath(article) : `/admin/trash?open=${trash_id}`}
        lang={title ? language : undefined}
        className={LINK}
      >
        {nameOf(article)}
      </Link>{' '}
      {trash_id !== null && <span className="text-faint">{t('audit.article.inTrash')}</span>}
    </>
  )
}
