import { memo, useState } from 'react'
import { t } from '#app/admin/kit/messages.ts'
import { randomId } from '#app/admin/kit/query/random-id.ts'
import { useMember } from '#app/admin/kit/session/member.tsx'
import { LocalTime } from '#app/admin/kit/ui/local-time.tsx'
import { type NoteActions, nameIn } from '#app/admin/stories/notes/notes-queries.ts'
import { NoteForm } from '#app/admin/stories/notes/panel/note-form.tsx'
import { NoteText, SuggestedWords } from '#app/admin/stories/notes/panel/note-text.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { fieldLabel } from '#core/domain/article-fields.ts'
import type { ArticleNote, NoteThread } from '#core/domain/article-note.ts'
import type { Colleague } from '#core/domain/profile.ts'
import { hasRight } from '#core/domain/role.ts'

export interface ThreadCardProps {
  thread: NoteThread
  /** The id of who is signed in. */
  me: string
  mayWrite: boolean
  /** Tells whether its words stand in the text; undefined where that is not known, or it is about no words. */
  place?: 'there' | 'changed' | 'lost' | undefined
  colleagues: readonly Colleague[]
  actions: NoteActions
  /** Takes a suggestion and changes the text. */
  onTake: (note: ArticleNote) => void
  onPoint?: ((id: string) => void) | undefined
  /** Called when the card goes, because its focused button goes with it. */
  onGone: () => void
}

/** A note with its answers, or a suggestion. In a card, Enter and letters do what its buttons do. */
export const ThreadCard = memo(function ThreadCard(props: ThreadCardProps) {
  const { thread, me, mayWrite, place, colleagues, actions, onTake, onPoint, onGone } = props
  const { note, answers } = thread
  const [writes, setWrites] = useState<'answer' | 'edit' | null>(null)
  const { role } = useMember()
  const nameOf = nameIn(colleagues)
  const isOpen = note.outcome === null
  const isSuggestion = note.kind === 'suggestion'
  const isMine = note.made_by === me
  // The same rule as in public.resolve_note.
  const resolves = isMine || !hasRight({ role }, 'own_languages') || note.article_id !== note.original_id
  const decides = isOpen && isSuggestion && mayWrite
  const canTake = decides && place !== 'changed' && place !== 'lost'

  async function leave(run: Promise<unknown>) {
    onGone()
    await run
  }
  const refuse = () => void leave(actions.decide([note.id], 'refused'))
  const keys = new Map<string, () => void>([
    ['a', () => isOpen && setWrites('answer')],
    ['r', () => decides && refuse()],
    ['t', () => canTake && onTake(note)],
    ['Enter', () => onPoint?.(note.id)],
  ])

  return (
    <li
      data-thread={note.id}
      tabIndex={-1}
      aria-label={t(isSuggestion ? 'notes.suggestion.by' : 'notes.note.by', {
        who: nameOf(note.made_by, note.made_by_name),
      })}
      className="rounded-sm border border-line p-3 text-sm [contain-intrinsic-size:auto_9rem] [content-visibility:auto] focus-within:border-edge"
      onFocus={() => onPoint?.(note.id)}
      onKeyDown={(event) => {
        const run = keys.get(event.key)
        const isChord = event.ctrlKey || event.metaKey || event.altKey
        if (!run || isChord || event.target !== event.currentTarget) return
        event.preventDefault()
        run()
      }}
    >
      {note.field && <Words note={note} place={place} />}
      <Written note={note} nameOf={nameOf} colleagues={colleagues} />
      {answers.map((answer) => (
        <div key={answer.id} className="mt-3 border-line border-l-2 pl-3">
          <Written note={answer} nameOf={nameOf} colleagues={colleagues} />
        </div>
      ))}
      {note.outcome && note.decided_at && (
        <p className="mt-2 text-faint">
          {t(OUTCOMES[note.outcome], { who: nameOf(note.decided_by, note.decided_by_name) })}{' '}
          <LocalTime iso={note.decided_at} precision="minute" />
        </p>
      )}
      {writes ? (
        <div className="mt-3">
          <NoteForm
            key={writes}
            name={`${writes}:${note.id}`}
            label={t(writes === 'answer' ? 'notes.answer.label' : 'notes.edit.label')}
            action={t(writes === 'answer' ? 'notes.answer' : 'notes.save')}
            initial={writes === 'edit' ? note.body : ''}
            colleagues={colleagues}
            onSend={({ body, mentions }) =>
              writes === 'edit'
                ? actions.edit({ id: note.id, body, mentions })
                : actions.add({ id: randomId(), articleId: note.article_id, parent: note.id, body, mentions })
            }
            onClose={() => {
              setWrites(null)
              onGone()
            }}
          />
        </div>
      ) : (
        <div className="mt-2 flex flex-wrap gap-2">
          {decides && (
            <>
              <Button
                size="sm"
                variant="secondary"
                aria-disabled={!canTake}
                aria-keyshortcuts="t"
                onClick={() => onTake(note)}
              >
                {t('notes.take')}
              </Button>
              <Button size="sm" variant="ghost" aria-keyshortcuts="r" onClick={refuse}>
                {t('notes.refuse')}
              </Button>
            </>
          )}
          {isOpen && (
            <Button size="sm" variant="ghost" aria-keyshortcuts="a" onClick={() => setWrites('answer')}>
              {t('notes.answer')}
            </Button>
          )}
          {isOpen && isMine && answers.length === 0 && !isSuggestion && (
            <Button size="sm" variant="ghost" onClick={() => setWrites('edit')}>
              {t('notes.edit')}
            </Button>
          )}
          {isOpen && isMine && isSuggestion && !mayWrite && (
            <Button
              size="sm"
              variant="ghost"
              onClick={() => void leave(actions.decide([note.id], 'withdrawn'))}
            >
              {t('notes.withdraw')}
            </Button>
          )}
          {!isSuggestion && resolves && (
            <Button size="sm" variant="ghost" onClick={() => void leave(actions.resolve(note.id, isOpen))}>
              {isOpen ? t('notes.resolve') : t('notes.reopen')}
            </Button>
          )}
          {isSuggestion && mayWrite && (note.outcome === 'taken' || note.outcome === 'refused') && (
            <Button size="sm" variant="ghost" onClick={() => void leave(actions.decide([note.id], null))}>
              {t('notes.putBack')}
            </Button>
          )}
        </div>
      )}
    </li>
  )
})

const OUTCOMES = {
  resolved: 'notes.outcome.resolved',
  taken: 'notes.outcome.taken',
  refused: 'notes.outcome.refused',
  withdrawn: 'notes.outcome.withdrawn',
} as const

/** The words that a note is about, or those that are suggested for them. */
function Words({ note, place }: { note: ArticleNote; place: ThreadCardProps['place'] }) {
  return (
    <div className="mb-2">
      {note.field && note.field !== 'content' && (
        <p className="text-faint text-xs">{fieldLabel(note.field)}</p>
      )}
      {note.kind === 'suggestion' ? (
        <SuggestedWords note={note} />
      ) : (
        <blockquote
          lang={note.language}
          dir="auto"
          className="line-clamp-3 border-orange border-l-2 pl-2 text-soft wrap-anywhere"
        >
          {note.quote}
          {note.quote_length > note.quote.length && '…'}
        </blockquote>
      )}
      {note.outcome === null && (place === 'lost' || (place === 'changed' && note.kind === 'suggestion')) && (
        <p className="mt-1 text-orange text-xs">
          {t(place === 'lost' ? 'notes.place.lost' : 'notes.place.changed')}
        </p>
      )}
    </div>
  )
}

interface WrittenProps {
  note: ArticleNote
  nameOf: ReturnType<typeof nameIn>
  colleagues: readonly Colleague[]
}

function Written({ note, nameOf, colleagues }: WrittenProps) {
  return (
    <>
      <p className="flex flex-wrap gap-x-2 text-faint text-xs">
        <span className="font-semibold text-ink wrap-anywhere">
          {nameOf(note.made_by, note.made_by_name)}
        </span>
        <LocalTime iso={note.made_at} precision="minute" />
        {note.edited_at && <span>{t('notes.edited')}</span>}
      </p>
      {note.body && <NoteText text={note.body} mentions={note.mentions} colleagues={colleagues} />}
    </>
  )
}
