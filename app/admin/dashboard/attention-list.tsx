import { Link } from 'react-router'
import { editArticlePath, NEW_ARTICLE_PATH } from '#app/admin/article/article-paths.ts'
import { nameOf } from '#app/admin/articles/article-title.tsx'
import { describeSchedule } from '#app/admin/articles/describe-fields.ts'
import { t } from '#app/admin/messages.ts'
import { LocalTime } from '#app/admin/ui/local-time.tsx'
import type { Dashboard, MissedSchedule, UnsavedForm } from '#core/domain/dashboard.ts'

const MAX_SHOWN = 5

/** What was not published in time, and what this editor has not saved; renders nothing when there is neither. */
export function AttentionList({ missed, unsaved }: Pick<Dashboard, 'missed' | 'unsaved'>) {
  const rows = [
    ...missed.map((schedule) => <MissedRow key={`missed ${schedule.article.id}`} schedule={schedule} />),
    ...unsaved.map((form) => <UnsavedRow key={form.article_id} form={form} />),
  ]
  if (rows.length === 0) return null
  return (
    <section aria-labelledby="needs-you" className="mb-10 border-orange border-l-2 pl-4 sm:pl-5">
      <h2 id="needs-you" className="font-semibold text-sm">
        {t('dashboard.attention.title')}
      </h2>
      <ul className="mt-1 divide-y divide-line">{rows.slice(0, MAX_SHOWN)}</ul>
      {rows.length > MAX_SHOWN && (
        <p className="pt-1 text-faint text-sm">
          {t('dashboard.attention.more', { count: rows.length - MAX_SHOWN })}
        </p>
      )}
    </section>
  )
}

function MissedRow({ schedule }: { schedule: MissedSchedule }) {
  const { article } = schedule
  return (
    <Row to={editArticlePath(article)} action={t('dashboard.attention.change')} of={nameOf(article)}>
      <p className="break-words">{t('dashboard.attention.schedule', { title: nameOf(article) })}</p>
      <p className="text-faint">{describeSchedule(schedule)}</p>
    </Row>
  )
}

function UnsavedRow({ form: { article, title, updated_at } }: { form: UnsavedForm }) {
  const name = article?.title || title.trim() || t('dashboard.attention.untitled')
  const what = t('dashboard.attention.unsaved', { title: name })
  return (
    <Row
      to={article ? editArticlePath(article) : NEW_ARTICLE_PATH}
      action={t('dashboard.attention.goOn')}
      of={what}
    >
      <p className="break-words">{what}</p>
      <p className="text-faint">
        <LocalTime iso={updated_at} precision="minute" />
      </p>
    </Row>
  )
}

interface RowProps {
  to: string
  action: string
  /** What the link is about, for screen readers. */
  of: string
  children: React.ReactNode
}

function Row({ to, action, of, children }: RowProps) {
  return (
    <li className="flex items-start justify-between gap-5 py-2.5 text-sm">
      <div className="min-w-0">{children}</div>
      <Link
        to={to}
        aria-label={`${action}: ${of}`}
        className="shrink-0 underline underline-offset-4 hover:text-soft"
      >
        {action}
      </Link>
    </li>
  )
}
