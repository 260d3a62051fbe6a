import { Link } from 'react-router'
import { t } from '#app/admin/kit/messages.ts'
import {
  BACKUPS_PATH,
  editArticlePath,
  NEWSLETTER_PATH,
  PEOPLE_PATH,
  SYSTEM_QUEUE_PATH,
  TOKENS_PATH,
} from '#app/admin/kit/paths.ts'
import type { ListedAuditEntry } from '#core/data/audit-log.ts'
import { type AuditDetail, detailsInWords } from '#core/domain/audit-log.ts'
import { htmlTime } from '#core/i18n/dates.ts'

/** In the zone of the editor, as everything that is known of days. */
const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'full' })
const TIME = new Intl.DateTimeFormat('en-US', { timeStyle: 'short' })
const MOMENT = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' })

/** Entries of the audit log below their days, the latest first. */
export function AuditEntries({ rows }: { rows: readonly ListedAuditEntry[] }) {
  const days = new Map<string, ListedAuditEntry[]>()
  for (const row of rows) {
    const day = DAY.format(new Date(row.happened_at))
    days.set(day, [...(days.get(day) ?? []), row])
  }
  return (
    <div className="space-y-7">
      {[...days].map(([day, entries]) => (
        <section key={day} aria-label={day}>
          <h2 className="mb-1 font-medium text-faint text-sm">{day}</h2>
          <ol className="divide-y divide-line border-line border-y">
            {entries.map((entry) => (
              <Entry key={entry.id} entry={entry} />
            ))}
          </ol>
        </section>
      ))}
    </div>
  )
}

function Entry({ entry }: { entry: ListedAuditEntry }) {
  const { happened_at, actor_name, reason } = entry
  const details = detailsInWords(entry)
  return (
    <li className="gap-5 py-3 text-sm sm:grid sm:grid-cols-[4.75rem_minmax(0,1fr)]">
      <time dateTime={htmlTime(happened_at)} className="text-faint tabular-nums">
        {TIME.format(new Date(happened_at))}
      </time>
      <div className="min-w-0 wrap-anywhere">
        <p>
          <bdi className="font-medium">{actor_name}</bdi> <Deed entry={entry} />
        </p>
        {(reason || details.length > 0) && (
          <div className="mt-1 space-y-0.5 text-soft">
            {reason && <p>{t('audit.reason', { reason })}</p>}
            {details.map((detail) => (
              <p key={detail.name} className="whitespace-pre-line">
                <bdi>{inWords(detail)}</bdi>
              </p>
            ))}
          </div>
        )}
      </div>
    </li>
  )
}

function inWords({ name, before, value, isMoment }: AuditDetail): string {
  const now = isMoment ? MOMENT.format(new Date(value)) : value
  return t('audit.detail', { name, value: before === undefined ? now : t('audit.change', { before, now }) })
}

/** Says what was done, with a link in the place of the name where the thing still exists. */
function Deed({ entry }: { entry: ListedAuditEntry }) {
  const { action, did, subject_name } = entry
  const to = pathOf(entry)
  const name = subject_name === null ? null : `“${subject_name}”`
  const at = name === null ? -1 : did.indexOf(name)
  const isTold = action === 'trash_article'
  const inTrash =
    entry.article?.trash_id && !isTold ? <span className="text-faint"> · {t('audit.inTrash')}</span> : null
  if (name === null || at < 0)
    return (
      <>
        {to ? <LinkTo to={to}>{did}</LinkTo> : did}
        {inTrash}
      </>
    )
  const shown = to ? <LinkTo to={to}>{name}</LinkTo> : name
  return (
    <>
      {did.slice(0, at)}
      <bdi>{shown}</bdi>
      {did.slice(at + name.length)}
      {inTrash}
    </>
  )
}

function LinkTo({ to, children }: { to: string; children: string }) {
  return (
    <Link to={to} className="underline decoration-line underline-offset-4 hover:decoration-current">
      {children}
    </Link>
  )
}

const PATHS_OF_ACTIONS: Record<string, string> = {
  start_backup: BACKUPS_PATH,
  change_backup_schedule: BACKUPS_PATH,
  download_backup: BACKUPS_PATH,
  download_export: BACKUPS_PATH,
  retry_job: SYSTEM_QUEUE_PATH,
  dismiss_job: SYSTEM_QUEUE_PATH,
  make_access_token: TOKENS_PATH,
  revoke_access_token: TOKENS_PATH,
}

/** Returns where the thing is now; null when it does not exist any more. */
function pathOf({ kind, action, subject_id, article }: ListedAuditEntry): string | null {
  const ofAction = PATHS_OF_ACTIONS[action]
  if (ofAction) return ofAction
  if (article) return article.trash_id ? `/admin/trash?open=${article.trash_id}` : editArticlePath(article)
  switch (kind) {
    case 'newsletter':
      return subject_id && `${NEWSLETTER_PATH}/${subject_id}`
    case 'administrators':
      return PEOPLE_PATH
    case 'settings':
      return '/admin/settings'
    default:
      return null
  }
}
