import { useQuery } from '@tanstack/react-query'
import { createContext, useMemo } from 'react'
import { useColleagues } from '#app/admin/kit/query/colleagues.ts'
import type { SegmentFacts } from '#app/admin/languages/review/check/reviewed-texts.ts'
import {
  type MatchedNotes,
  matchNotes,
  type NotedBlock,
} from '#app/admin/languages/review/notes/match-notes.ts'
import {
  type ArticleNotes,
  articleNotesQuery,
  type NoteActions,
  useNoteActions,
} from '#app/admin/stories/notes/notes-queries.ts'
import { threadsOf } from '#core/domain/article-note.ts'
import type { Colleague } from '#core/domain/profile.ts'
import type { ReviewSegment, TranslationReview } from '#core/domain/translation-review.ts'

/** The notes of one side of a review. */
export interface ReviewSideNotes extends Pick<ArticleNotes, 'me' | 'mayWrite'>, MatchedNotes {
  articleId: string
  block: (position: number) => NotedBlock | null
}

export interface ReviewNotes {
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
