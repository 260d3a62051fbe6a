import { useQuery } from '@tanstack/react-query'
import { t } from '#app/admin/kit/messages.ts'
import { useColleagues } from '#app/admin/kit/query/colleagues.ts'
import { Folded } from '#app/admin/kit/ui/page-section.tsx'
import { articleNotesQuery, nameIn } from '#app/admin/stories/notes/notes-queries.ts'
import { SuggestedWords } from '#app/admin/stories/notes/panel/note-text.tsx'
import type { ArticleNote } from '#core/domain/article-note.ts'

interface VersionNotesProps {
  articleId: string
  /** The time when the version was saved, and that of the one before it; null for the first one, and for what is saved next. */
  savedAt: string | null
  beforeAt: string | null
}

/** Shows what was decided about notes and suggestions before a version was saved, or since the last one, and by whom. */
export function VersionNotes({ articleId, savedAt, beforeAt }: VersionNotesProps) {
  const { data } = useQuery(articleNotesQuery(articleId))
  const colleagues = useColleagues()
  const decided = decidedBetween(data?.notes ?? [], beforeAt, savedAt)
  if (decided.length === 0) return null
  const nameOf = nameIn(colleagues)
  return (
    <Folded title={t(savedAt === null ? 'notes.sinceVersion' : 'notes.version', { count: decided.length })}>
      <ul className="max-w-prose space-y-3 pb-2">
        {decided.map((note) => (
          <li key={note.id} className="border-line border-l-2 pl-3">
            {note.kind === 'suggestion' ? (
              <SuggestedWords note={note} />
            ) : (
              <p dir="auto" className="line-clamp-4 whitespace-pre-wrap wrap-anywhere">
                {note.body}
              </p>
            )}
            <p className="mt-0.5 text-faint text-xs">
              {t(SENTENCES[note.outcome ?? 'resolved'], {
                by: nameOf(note.made_by, note.made_by_name),
                who: nameOf(note.decided_by, note.decided_by_name),
              })}
            </p>
          </li>
        ))}
      </ul>
    </Folded>
  )
}

const SENTENCES = {
  resolved: 'notes.version.resolved',
  taken: 'notes.version.taken',
  refused: 'notes.version.refused',
  withdrawn: 'notes.version.withdrawn',
} as const

/** The first decision first. */
function decidedBetween(
  notes: readonly ArticleNote[],
  after: string | null,
  until: string | null,
): ArticleNote[] {
  const [from, to] = [
    after === null ? 0 : Date.parse(after),
    until === null ? Number.POSITIVE_INFINITY : Date.parse(until),
  ]
  const at = ({ decided_at }: ArticleNote) => Date.parse(decided_at ?? '')
  return notes
    .filter((note) => note.decided_at !== null && at(note) > from && at(note) <= to)
    .toSorted((a, b) => at(a) - at(b))
}
