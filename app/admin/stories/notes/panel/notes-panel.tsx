import PencilLine from 'lucide-react/icons/pencil-line'
import { use, useCallback, useEffect, useEffectEvent, useMemo, useRef } from 'react'
import { Link } from 'react-router'
import { t } from '#app/admin/kit/messages.ts'
import { suggestPath } from '#app/admin/kit/paths.ts'
import { randomId } from '#app/admin/kit/query/random-id.ts'
import { Folded } from '#app/admin/kit/ui/page-section.tsx'
import { RailSection } from '#app/admin/stories/article-form/rail.tsx'
import { NotesContext, type NotesOfArticle } from '#app/admin/stories/notes/notes-provider.tsx'
import { type NoteActions, useNoteActions } from '#app/admin/stories/notes/notes-queries.ts'
import { NoteForm, type WrittenNote } from '#app/admin/stories/notes/panel/note-form.tsx'
import { ThreadCard } from '#app/admin/stories/notes/panel/thread-card.tsx'
import { Button, buttonStyles } from '#app/components/ui/button.tsx'
import { useToast } from '#app/components/ui/toast.tsx'
import { TRANSLATED_FIELDS } from '#core/domain/article.ts'
import { type ArticleNote, type NoteThread, threadsOf } from '#core/domain/article-note.ts'

/** The notes and suggestions on an article, in the order of its text; those that have lost their place at the end. */
export function NotesPanel() {
  const notes = use(NotesContext)
  return notes && <OpenedNotes {...notes} />
}

function OpenedNotes(article: NotesOfArticle) {
  const { articleId, notes, me, mayWrite, colleagues, editor } = article
  const actions = useNoteActions()
  const { take, takeAll } = useTakeSuggestions({ editor, actions })
  const list = useRef<HTMLDivElement>(null)
  const { open, done } = useMemo(() => sortThreads(notes, editor.places), [notes, editor.places])
  const focusList = useCallback(() => list.current?.focus(), [])
  const suggestions = open.flatMap(({ note }) => (note.kind === 'suggestion' ? [note] : []))

  useEffect(() => {
    if (editor.wanted) findCard(list.current, editor.wanted.id)?.focus()
  }, [editor.wanted])

  async function send({ body, mentions, replacement }: WrittenNote): Promise<boolean> {
    const anchor = editor.writing?.anchor ?? null
    if (replacement === null || !anchor)
      return actions.add({ id: randomId(), articleId, body, mentions, anchor })
    const changes = [{ id: randomId(), anchor, replacement }]
    return actions.suggest({ articleId, changes, sentWith: randomId(), body })
  }

  function placeOf({ field, id }: ArticleNote) {
    const place = editor.places.get(id)
    if (field === null) return undefined
    if (!place) return 'lost'
    return place.isExact ? 'there' : 'changed'
  }

  const card = (thread: NoteThread) => (
    <ThreadCard
      key={thread.note.id}
      thread={thread}
      me={me}
      mayWrite={mayWrite}
      place={placeOf(thread.note)}
      colleagues={colleagues}
      actions={actions}
      onTake={take}
      onPoint={editor.point}
      onGone={focusList}
    />
  )

  return (
    <RailSection id="notes" title={t('notes.title')} intro={t('notes.intro')}>
      <div className="mb-4 flex flex-wrap gap-2">
        <Button variant="secondary" size="sm" aria-keyshortcuts="Control+Alt+M" onClick={editor.write}>
          {t('notes.write')}
        </Button>
        <Link to={suggestPath(articleId)} className={buttonStyles({ variant: 'ghost', size: 'sm' })}>
          <PencilLine aria-hidden size={15} />
          {t('notes.suggestMany')}
        </Link>
      </div>
      {editor.writing && (
        <div className="mb-4">
          {editor.writing.anchor && (
            <blockquote
              dir="auto"
              className="mb-2 line-clamp-3 border-orange border-l-2 pl-2 text-sm text-soft"
            >
              {editor.writing.anchor.quote}
            </blockquote>
          )}
          <NoteForm
            name={`new:${articleId}`}
            label={t(editor.writing.anchor ? 'notes.new.onWords' : 'notes.new.onArticle')}
            action={t('notes.send')}
            words={editor.writing.anchor && wholeWords(editor.writing.anchor)}
            colleagues={colleagues}
            onSend={send}
            onClose={() => {
              editor.endWriting()
              editor.focusText()
            }}
          />
        </div>
      )}
      {mayWrite && suggestions.length > 1 && (
        <div className="mb-3 flex flex-wrap gap-2">
          <Button size="sm" variant="secondary" onClick={() => void takeAll(suggestions)}>
            {t('notes.takeAll', { count: suggestions.length })}
          </Button>
          <Button
            size="sm"
            variant="ghost"
            onClick={() =>
              void actions.decide(
                suggestions.map(({ id }) => id),
                'refused',
              )
            }
          >
            {t('notes.refuseAll')}
          </Button>
        </div>
      )}
      {/* biome-ignore lint/a11y/useSemanticElements: no fields */}
      <div
        ref={list}
        role="group"
        tabIndex={-1}
        aria-label={t('notes.list')}
        onKeyDown={(event) => moveFocus(event, list.current)}
      >
        {open.length === 0 && !editor.writing && <p className="text-sm text-soft">{t('notes.none')}</p>}
        <ol className="space-y-3">{open.map(card)}</ol>
        {done.length > 0 && (
          <Folded title={t('notes.done', { count: done.length })} className="mt-4">
            <ol className="space-y-3">{done.map(card)}</ol>
          </Folded>
        )}
      </div>
    </RailSection>
  )
}

/** The words of an anchor; null where it has only the beginning of them. */
const wholeWords = ({ quote, length }: { quote: string; length: number }) =>
  length === quote.length ? quote : null

/** Open ones in the order of the text, then the others, the last one first. */
function sortThreads(notes: readonly ArticleNote[], places: NotesOfArticle['editor']['places']) {
  const threads = threadsOf(notes)
  const at = ({ note }: NoteThread) => {
    if (note.field === null) return -1
    const place = places.get(note.id)
    // No text has as many characters.
    return place ? TRANSLATED_FIELDS.indexOf(note.field) * 10_000_000 + place.from : Number.POSITIVE_INFINITY
  }
  const open = threads.filter(({ note }) => note.outcome === null)
  const done = threads.filter(({ note }) => note.outcome !== null)
  const decided = ({ note }: NoteThread) => note.decided_at ?? ''
  return {
    open: open.toSorted((a, b) => (at(a) === at(b) ? 0 : at(a) - at(b))),
    done: done.toSorted((a, b) => decided(b).localeCompare(decided(a))),
  }
}

function findCard(list: HTMLElement | null, id: string): HTMLElement | null {
  return list?.querySelector<HTMLElement>(`[data-thread="${CSS.escape(id)}"]`) ?? null
}

/** The arrows go from one card to the next. */
function moveFocus(event: React.KeyboardEvent, list: HTMLElement | null): void {
  const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  const isInField = event.target instanceof HTMLTextAreaElement
  if (by === 0 || isInField || event.altKey || event.ctrlKey || event.metaKey) return
  const cards = [...(list?.querySelectorAll<HTMLElement>('[data-thread]') ?? [])]
  const from = cards.findIndex((card) => card.contains(document.activeElement))
  const next = cards[Math.min(cards.length - 1, Math.max(0, from + by))]
  if (!next) return
  event.preventDefault()
  next.focus()
}

interface TakeOptions {
  editor: NotesOfArticle['editor']
  actions: NoteActions
}

/** Takes suggestions: asks the server for them first, so that of two people one gets each, and then changes the form. */
function useTakeSuggestions({ editor, actions }: TakeOptions) {
  const { toast } = useToast()

  const takeAll = useEffectEvent(async (wanted: readonly ArticleNote[]) => {
    const fitting = wanted.filter((note) => editor.canTake(note))
    if (fitting.length === 0) {
      toast({ title: t('ui.error'), description: t('notes.take.none'), variant: 'destructive' })
      return
    }
    const taken = new Set(
      await actions.decide(
        fitting.map(({ id }) => id),
        'taken',
      ),
    )
    // Their words may have changed while the server was asked.
    const missed = editor.apply(fitting.filter(({ id }) => taken.has(id)))
    if (missed.length > 0)
      await actions.decide(
        missed.map(({ id }) => id),
        null,
      )
    const count = taken.size - missed.length
    if (count > 0) toast({ title: t('notes.taken', { count }), description: t('notes.taken.text') })
  })
  const take = useCallback((note: ArticleNote) => void takeAll([note]), [])
  return { take, takeAll }
}
