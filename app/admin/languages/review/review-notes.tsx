import { useQuery } from '@tanstack/react-query'
import MessageSquarePlus from 'lucide-react/icons/message-square-plus'
import { createContext, use, useMemo, useRef, useState } from 'react'
import { t } from '#app/admin/kit/messages.ts'
import { useColleagues } from '#app/admin/kit/query/colleagues.ts'
import { randomId } from '#app/admin/kit/query/random-id.ts'
import type { SegmentFacts, SourceTag } from '#app/admin/languages/review/check/reviewed-texts.ts'
import { readersText } from '#app/admin/languages/review/report-note.tsx'
import {
  type ArticleNotes,
  articleNotesQuery,
  type NoteActions,
  useNoteActions,
} from '#app/admin/stories/notes/notes-queries.ts'
import { NoteForm } from '#app/admin/stories/notes/panel/note-form.tsx'
import { ThreadCard } from '#app/admin/stories/notes/panel/thread-card.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { SHORT_TEXTS, TRANSLATED_FIELDS } from '#core/domain/article.ts'
import {
  type ArticleNote,
  anchorOf,
  MAX_NOTE_QUOTE,
  type NoteThread,
  threadsOf,
} from '#core/domain/article-note.ts'
import type { Colleague } from '#core/domain/profile.ts'
import { anchorAt, placeAnchors, type TextAnchor } from '#core/domain/text-anchor.ts'
import type { ReviewSegment, TranslationReview } from '#core/domain/translation-review.ts'

/** The notes of one side of a review. */
export interface ReviewSideNotes extends Pick<ArticleNotes, 'me' | 'mayWrite'>, MatchedNotes {
  articleId: string
  block: (position: number) => NotedBlock | null
}

interface ReviewNotes {
  colleagues: readonly Colleague[]
  isShown: boolean
  actions: NoteActions
  source: ReviewSideNotes
  /** Null while there is no translation. */
  target: ReviewSideNotes | null
}

/** The notes on both sides of a review; null outside of one. */
export const ReviewNotesContext = createContext<ReviewNotes | null>(null)

/** Reads the notes on an original and on its translation, and matches them to the blocks. */
export function useReviewNotes(
  { original, translation, segments }: TranslationReview,
  facts: readonly SegmentFacts[] | null,
): ReviewNotes {
  const colleagues = useColleagues()
  const onOriginal = useQuery(articleNotesQuery(original.id))
  const onTranslation = useQuery({
    ...articleNotesQuery(translation?.id ?? ''),
    enabled: translation !== null,
  })
  const actions = useNoteActions()
  const source = useSide(original.id, { segments, facts, notes: onOriginal.data, side: 'source' })
  const target = useSide(translation?.id ?? '', { segments, facts, notes: onTranslation.data, side: 'text' })
  const count = (onOriginal.data?.notes.length ?? 0) + (onTranslation.data?.notes.length ?? 0)
  const isShown = count > 0 || colleagues.length > 1
  const hasTarget = translation !== null
  return useMemo(
    () => ({ colleagues, isShown, actions, source, target: hasTarget ? target : null }),
    [colleagues, isShown, actions, source, target, hasTarget],
  )
}

interface SideOptions {
  segments: readonly ReviewSegment[]
  facts: readonly SegmentFacts[] | null
  notes: ArticleNotes | undefined
  side: 'source' | 'text'
}

function useSide(articleId: string, { segments, facts, notes, side }: SideOptions): ReviewSideNotes {
  return useMemo(() => {
    const blocks = segments.map((segment, position) => ({
      id: segment.id,
      text: segment[side],
      tags: facts?.[position]?.tags,
    }))
    const open = threadsOf(notes?.notes ?? []).filter(({ note }) => note.outcome === null)
    const { me = '', mayWrite = false } = notes ?? {}
    return { articleId, me, mayWrite, ...matchNotes(open, blocks), block: (at) => blocks[at] ?? null }
  }, [articleId, segments, facts, notes, side])
}

/** A text of one side of a review. */
interface NotedBlock {
  /** The field, or the name of the block in the text. */
  id: string
  text: string
  tags: readonly SourceTag[] | undefined
}

interface MatchedNotes {
  /** By the position of the block. */
  at: Map<number, NoteThread[]>
  /** About the whole article, or about words that stand in no block. */
  elsewhere: NoteThread[]
}

const GAP = '\n\n'

/** Matches open notes to the blocks in which their words stand. */
function matchNotes(threads: readonly NoteThread[], blocks: readonly NotedBlock[]): MatchedNotes {
  const matched: MatchedNotes = { at: new Map(), elsewhere: [] }
  for (const field of TRANSLATED_FIELDS) {
    const own = blocks
      .map((block, position) => ({ ...block, position }))
      .filter(({ id }) => fieldOf(id) === field)
    const starts: number[] = []
    let text = ''
    for (const block of own) {
      starts.push(text.length)
      text += readersText(block.text, block.tags) + GAP
    }
    const noted = threads.filter(({ note }) => note.field === field)
    // Their former places in the Markdown say nothing of this text.
    const places = placeAnchors(text, noted.map(anchorIn))
    for (const [index, thread] of noted.entries()) {
      const from = places[index]?.from
      const block = from === undefined ? undefined : own[starts.findLastIndex((start) => start <= from)]
      if (block) matched.at.set(block.position, [...(matched.at.get(block.position) ?? []), thread])
      else matched.elsewhere.push(thread)
    }
  }
  matched.elsewhere.unshift(...threads.filter(({ note }) => note.field === null))
  return matched
}

/** The field of a block. */
const fieldOf = (id: string) => SHORT_TEXTS.find((field) => field === id) ?? 'content'

function anchorIn({ note }: NoteThread): TextAnchor {
  const anchor = anchorOf(note)
  if (!anchor) throw new Error('A note on the whole article has no anchor')
  return { ...anchor, start: null }
}

/** The anchor of words in a block, or of the whole of it. */
function anchorInBlock({ id, text, tags }: NotedBlock, words: string): TextAnchor {
  const shown = readersText(text, tags)
  const wanted = readersText(words, tags).trim() || shown
  const from = Math.max(0, shown.indexOf(wanted))
  const to = Math.min(shown.length, from + wanted.length)
  return { ...anchorAt(shown, { from, to }, { field: fieldOf(id), maxQuote: MAX_NOTE_QUOTE }), start: null }
}

/** A text of a block with a suggestion; null where its words do not stand there once. */
export function withSuggestion(text: string, { quote, replacement }: ArticleNote): string | null {
  const at = quote ? text.indexOf(quote) : -1
  if (at < 0 || replacement === null || text.includes(quote, at + 1)) return null
  return text.slice(0, at) + replacement + text.slice(at + quote.length)
}

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
