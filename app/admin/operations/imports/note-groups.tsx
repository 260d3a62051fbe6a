import { t } from '#app/admin/kit/messages.ts'
import { Folded } from '#app/admin/kit/ui/page-section.tsx'
import {
  describeRule,
  formatCount,
  groupByPlace,
  NOTES,
  OUTCOMES,
  sortNotes,
} from '#app/admin/operations/imports/describe-import.ts'
import type { ImportNote, ImportPlan, ImportRecord } from '#core/domain/site-import.ts'

/** Lists what cannot be kept as it was, by kind, each with its first places. */
export function NoteGroups({ notes }: Pick<ImportRecord, 'notes'>) {
  return sortNotes(notes).map(({ kind, count, first }) => (
    <Group
      key={kind}
      title={NOTES[kind]}
      count={count}
      shown={first.reduce((sum, note) => sum + (note.count ?? 1), 0)}
    >
      {groupByPlace(first).map(({ place, notes: ofPlace }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an article may come twice, and none changes its place
        <li key={index} className="py-2.5">
          <p className="font-medium wrap-anywhere">{place}</p>
          {ofPlace.map((note, line) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two notes may say the same
            <Note key={line} note={note} />
          ))}
        </li>
      ))}
    </Group>
  ))
}

function Note({ note: { what, becomes, severity, count = 1 } }: { note: ImportNote }) {
  return (
    <p className="mt-0.5 text-soft wrap-anywhere">
      {what}
      {what !== '' && ' · '}
      <span className={severity === 'error' ? 'text-red' : ''}>{OUTCOMES[becomes]}</span>
      {count > 1 && ` × ${formatCount(count)}`}
    </p>
  )
}

/** Articles whose addresses are taken, with those that they get. */
export function Collisions({ plan }: { plan: ImportPlan }) {
  const { collisions, collisionCount } = plan
  if (collisionCount === 0) return null
  return (
    <Group title={t('imports.collisions')} count={collisionCount} shown={collisions.length}>
      {collisions.map(({ sourceId, title, slug, becomes }) => (
        <li key={sourceId} className="py-2.5">
          <p className="font-medium wrap-anywhere">{title}</p>
          <p className="mt-0.5 text-soft wrap-anywhere">
            {t('imports.collisions.becomes', { slug, becomes })}
          </p>
        </li>
      ))}
    </Group>
  )
}

/** Lists what the check before publishing would say of the articles. */
export function CheckFindings({ findings }: Pick<ImportPlan, 'findings'>) {
  if (findings.length === 0) return null
  return (
    <Group title={t('imports.findings')} count={findings.length} shown={findings.length}>
      {findings.map(({ rule, articles }) => (
        <li key={rule} className="flex justify-between gap-4 py-2.5">
          <span className="min-w-0 wrap-anywhere">{describeRule(rule)}</span>
          <span className="shrink-0 text-soft tabular-nums">
            {t('imports.articles', { count: articles, shown: formatCount(articles) })}
          </span>
        </li>
      ))}
    </Group>
  )
}

interface GroupProps {
  title: string
  /** The number of things, and how many of them are listed. */
  count: number
  shown: number
  children: React.ReactNode
}

/** A kind of things with its number, folded. */
function Group({ title, count, shown, children }: GroupProps) {
  return (
    <Folded title={t('imports.group', { title, count: formatCount(count) })}>
      <ul className="mb-3 divide-y divide-line border-line border-y">{children}</ul>
      {count > shown && (
        <p className="mb-3 text-faint">
          {t('imports.more', { count: count - shown, shown: formatCount(count - shown) })}
        </p>
      )}
    </Folded>
  )
}
