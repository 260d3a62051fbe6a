import MessageSquarePlus from 'lucide-react/icons/message-square-plus'
import { use, useRef, useState } from 'react'
import { t } from '#app/admin/kit/messages.ts'
import { randomId } from '#app/admin/kit/query/random-id.ts'
import { anchorInBlock } from '#app/admin/languages/review/notes/match-notes.ts'
import { ReviewNotesContext } from '#app/admin/languages/review/notes/review-notes.tsx'
import { NoteForm } from '#app/admin/stories/notes/panel/note-form.tsx'
import { ThreadCard } from '#app/admin/stories/notes/panel/thread-card.tsx'
import { Button } from '#app/components/ui/button.tsx'
import type { ArticleNote } from '#core/domain/article-note.ts'
import type { TextAnchor } from '#core/domain/text-anchor.ts'

interface BlockNotesProps {
  side: 'source' | 'target'
  position: number
  /** The name of the block. */
  block: string
  isActive: boolean
  /** Changes the text as it was suggested; false where it cannot. Absent where the text is not written here. */
  onTake?: (note: ArticleNote) => boolean
}

/** The notes on a block, and a button for another one on the words that are selected in it. */
export function BlockNotes({ side, position, block, isActive, onTake }: BlockNotesProps) {
  const notes = use(ReviewNotesContext)
  const frame = useRef<HTMLDivElement>(null)
  const [anchor, setAnchor] = useState<TextAnchor | null>(null)
  const own = notes?.[side]
  if (!notes?.isShown || !own) return null
  const { actions, colleagues } = notes
  const { articleId, me, mayWrite } = own
  const threads = own.at.get(position) ?? []
  if (threads.length === 0 && !isActive && !anchor) return null

  function begin() {
    const noted = own?.block(position)
    if (noted) setAnchor(anchorInBlock(noted, selectedIn(frame.current?.parentElement ?? null)))
  }
  async function take(note: ArticleNote) {
    const [taken] = await actions.decide([note.id], 'taken')
    if (taken && !onTake?.(note)) await actions.decide([note.id], null)
  }

  return (
    <div ref={frame} className="space-y-3">
      {threads.length > 0 && (
        <ol aria-label={t('notes.list')} className="space-y-3">
          {threads.map((thread) => (
            <ThreadCard
              key={thread.note.id}
              thread={thread}
              me={me}
              mayWrite={mayWrite && onTake !== undefined}
              colleagues={colleagues}
              actions={actions}
              onTake={(note) => void take(note)}
              onGone={() => frame.current?.closest<HTMLElement>('[data-block]')?.focus()}
            />
          ))}
        </ol>
      )}
      {anchor ? (
        <>
          <blockquote dir="auto" className="line-clamp-3 border-orange border-l-2 pl-2 text-sm text-soft">
            {anchor.quote}
          </blockquote>
          <NoteForm
            name={`new:${articleId}:${position}`}
            label={t('notes.new.onWords')}
            action={t('notes.send')}
            words={anchor.length === anchor.quote.length ? anchor.quote : null}
            colleagues={colleagues}
            onSend={({ body, mentions, replacement }) =>
              replacement === null
                ? actions.add({ id: randomId(), articleId, body, mentions, anchor })
                : actions.suggest({
                    articleId,
                    changes: [{ id: randomId(), anchor, replacement }],
                    sentWith: randomId(),
                    body,
                  })
            }
            onClose={() => {
              setAnchor(null)
              frame.current?.closest<HTMLElement>('[data-block]')?.focus()
            }}
          />
        </>
      ) : (
        isActive && (
          <Button
            variant="ghost"
            size="sm"
            aria-label={t(side === 'source' ? 'notes.write.source' : 'notes.write.target', { block })}
            onMouseDown={(event) => event.preventDefault()}
            onClick={begin}
          >
            <MessageSquarePlus aria-hidden size={15} />
            {t('notes.write')}
          </Button>
        )
      )}
    </div>
  )
}

/** The words that are selected in one side of a block; empty without any. */
function selectedIn(side: HTMLElement | null): string {
  const field = side?.querySelector('textarea')
  if (field && field.selectionStart < field.selectionEnd)
    return field.value.slice(field.selectionStart, field.selectionEnd)
  const selection = getSelection()
  const isHere = selection?.anchorNode && side?.contains(selection.anchorNode)
  return isHere ? selection.toString() : ''
}
