import { useQuery } from '@tanstack/react-query'
import PencilLine from 'lucide-react/icons/pencil-line'
import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { RailSection } from '#app/admin/article/rail/rail-section.tsx'
import { randomId } from '#app/admin/article/unsaved/local-copies.ts'
import { t } from '#app/admin/messages.ts'
import { suggestPath } from '#app/admin/notes/notes-paths.ts'
import { articleNotesQuery } from '#app/admin/notes/notes-queries.ts'
import { NoteForm } from '#app/admin/notes/panel/note-form.tsx'
import { ThreadCard } from '#app/admin/notes/panel/thread-card.tsx'
import { useNoteActions } from '#app/admin/notes/use-note-actions.ts'
import { colleaguesQuery } from '#app/admin/people/names-of-people.ts'
import { useMember } from '#app/admin/session/use-member.ts'
import { Button, buttonStyles } from '#app/components/ui/button.tsx'
import type { Article } from '#core/domain/article.ts'
import { threadsOf } from '#core/domain/article-note.ts'

/** The open notes on an article that the member may only read. Nothing where there are none and the member does not work on it. */
export function ReadingNotes({ article }: { article: Article }) {
  const { role } = useMember()
  const { data } = useQuery(articleNotesQuery(article.id))
  const { data: colleagues = [] } = useQuery(colleaguesQuery)
  const actions = useNoteActions()
  const [isWriting, setIsWriting] = useState(false)
  const title = useRef<HTMLHeadingElement>(null)
  const open = threadsOf(data?.notes ?? []).filter(({ note }) => note.outcome === null)
  const worksOnIt = colleagues.length > 1 && (role === 'translator' || !article.published)
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
