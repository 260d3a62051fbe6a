import { use } from 'react'
import { t } from '#app/admin/messages.ts'
import { ThreadCard } from '#app/admin/notes/panel/thread-card.tsx'
import { ReviewNotesContext, type ReviewSideNotes } from '#app/admin/notes/review/review-notes.tsx'

/** The notes of both sides that are about no block: on the whole article, or on words that are not there any more. */
export function NotesElsewhere() {
  const notes = use(ReviewNotesContext)
  const sides = [notes?.source, notes?.target].filter((side): side is ReviewSideNotes => Boolean(side))
  if (!notes || sides.every(({ elsewhere }) => elsewhere.length === 0)) return null
  return (
    <section aria-label={t('notes.elsewhere')} className="mt-8 border-line border-t pt-5">
      <h2 className="mb-3 font-semibold">{t('notes.elsewhere')}</h2>
      <ol className="grid gap-3 md:grid-cols-2">
        {sides.flatMap(({ elsewhere, me }) =>
          elsewhere.map((thread) => (
            <ThreadCard
              key={thread.note.id}
              thread={thread}
              me={me}
              mayWrite={false}
              place={thread.note.field === null ? undefined : 'lost'}
              colleagues={notes.colleagues}
              actions={notes.actions}
              onTake={() => {}}
              onGone={() => {}}
            />
          )),
        )}
      </ol>
    </section>
  )
}
