import { useCallback, useEffectEvent } from 'react'
import { t } from '#app/admin/messages.ts'
import type { NotesOfArticle } from '#app/admin/notes/notes-provider.tsx'
import type { NoteActions } from '#app/admin/notes/use-note-actions.ts'
import { useToast } from '#app/components/ui/toast.tsx'
import type { ArticleNote } from '#core/domain/article-note.ts'

interface TakeOptions {
  editor: NotesOfArticle['editor']
  actions: NoteActions
}

/** Takes suggestions: asks the server for them first, so that of two people one gets each, and then changes the form. */
export function useTakeSuggestions({ editor, actions }: TakeOptions) {
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
