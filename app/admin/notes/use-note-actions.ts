import { useMemo } from 'react'
import { describeError } from '#app/admin/errors/describe-error.ts'
import { t } from '#app/admin/messages.ts'
import { NOTES_KEY } from '#app/admin/notes/notes-queries.ts'
import { useDeskMutation } from '#app/admin/query/use-desk-mutation.ts'
import { useToast } from '#app/components/ui/toast.tsx'
import {
  addNote,
  decideSuggestions,
  editNote,
  resolveNote,
  suggestChanges,
} from '#core/data/article-notes.ts'
import type { ArticleNote, DecidedSuggestion } from '#core/domain/article-note.ts'

type Decision = Exclude<ArticleNote['outcome'], 'resolved'>

/** What can be done with the notes of an article. Each says in a toast why it could not be done. The object stays the same. */
export function useNoteActions() {
  const { toast } = useToast()
  const invalidates = [NOTES_KEY]
  const { mutateAsync: add } = useDeskMutation({ run: addNote, invalidates })
  const { mutateAsync: edit } = useDeskMutation({ run: editNote, invalidates })
  const { mutateAsync: resolve } = useDeskMutation({ run: resolveNote, invalidates })
  const { mutateAsync: suggest } = useDeskMutation({ run: suggestChanges, invalidates })
  const { mutateAsync: decide } = useDeskMutation({ run: decideSuggestions, invalidates })

  return useMemo(() => {
    const refuse = (sentence: string) =>
      toast({ title: t('ui.error'), description: sentence, variant: 'destructive' })

    /** Resolves to the answer of a request, or to null where it failed. */
    async function attempt<Answer>(request: Promise<Answer>): Promise<Answer | null> {
      try {
        return await request
      } catch (error) {
        refuse(describeError(error))
        return null
      }
    }

    return {
      async add(input: Parameters<typeof addNote>[1]): Promise<boolean> {
        const answer = await attempt(add(input))
        if (answer?.status === 'gone') refuse(t('notes.gone'))
        return answer?.status === 'added'
      },
      async edit(input: Parameters<typeof editNote>[1]): Promise<boolean> {
        const answer = await attempt(edit(input))
        if (answer?.status === 'answered') refuse(t('notes.answered'))
        return answer?.status === 'changed'
      },
      async resolve(id: string, resolved: boolean): Promise<boolean> {
        return (await attempt(resolve({ id, resolved }))) !== null
      },
      async suggest(input: Parameters<typeof suggestChanges>[1]): Promise<boolean> {
        return (await attempt(suggest(input))) !== null
      },
      /** Returns the ids that were decided now, and says who was faster with the others. */
      async decide(ids: readonly string[], outcome: Decision): Promise<string[]> {
        const answer = await attempt(decide({ ids, outcome }))
        const late = answer?.find(({ done }) => !done)
        if (late) refuse(describeLate(late))
        return answer?.filter(({ done }) => done).map(({ id }) => id) ?? []
      },
    }
  }, [toast, add, edit, resolve, suggest, decide])
}

export type NoteActions = ReturnType<typeof useNoteActions>

function describeLate({ outcome, by }: DecidedSuggestion): string {
  const who = by ?? t('notes.somebody')
  if (outcome === 'taken') return t('notes.late.taken', { who })
  if (outcome === 'refused') return t('notes.late.refused', { who })
  return outcome === 'withdrawn' ? t('notes.late.withdrawn', { who }) : t('notes.late.open')
}
