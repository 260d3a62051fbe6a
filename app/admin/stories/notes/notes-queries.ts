import { useMemo } from 'react'
import { describeError } from '#app/admin/kit/errors/describe-error.ts'
import { t } from '#app/admin/kit/messages.ts'
import { deskQuery } from '#app/admin/kit/query/desk-query.ts'
import { UUID } from '#app/admin/kit/query/random-id.ts'
import { useDeskMutation } from '#app/admin/kit/query/use-desk-mutation.ts'
import { useToast } from '#app/components/ui/toast.tsx'
import {
  addNote,
  decideSuggestions,
  editNote,
  listNotes,
  mayWriteArticle,
  resolveNote,
  suggestChanges,
} from '#core/data/article-notes.ts'
import type { Client } from '#core/data/client.ts'
import { findDeskArticle } from '#core/data/desk-articles.ts'
import type { ArticleNote, DecidedSuggestion } from '#core/domain/article-note.ts'

const NOTES_KEY = ['notes']

export interface ArticleNotes {
  notes: ArticleNote[]
  /** The id of who is signed in. */
  me: string
  /** True if they decide about suggestions. */
  mayWrite: boolean
}

export const articleNotesQuery = (articleId: string) =>
  deskQuery([...NOTES_KEY, articleId], (client) => read(client, articleId), { live: ['article_notes'] })

async function read(client: Client, articleId: string): Promise<ArticleNotes> {
  const [notes, mayWrite, session] = await Promise.all([
    listNotes(client, articleId),
    mayWriteArticle(client, articleId),
    client.auth.getSession(),
  ])
  return { notes, mayWrite, me: session.data.session?.user.id ?? '' }
}

/** The article whose changes are suggested; null where there is none that may be read. */
export const suggestedArticleQuery = (articleId: string) =>
  deskQuery(
    [...NOTES_KEY, 'text', articleId],
    (client) => (UUID.test(articleId) ? findDeskArticle(client, articleId) : Promise.resolve(null)),
    { live: ['articles'] },
  )

/** Returns who wrote a note or decided about it: the present name, or the one of then for somebody who has left. */
export type NameOf = (id: string | null, nameThen: string | null) => string

export const nameIn =
  (colleagues: readonly { user_id: string; name: string }[]): NameOf =>
  (id, nameThen) =>
    colleagues.find(({ user_id }) => user_id === id)?.name ?? nameThen ?? t('notes.somebody')

type Decision = Exclude<ArticleNote['outcome'], 'resolved'>

/** Returns what can be done with the notes of an article. Each says in a toast why it could not be done. The object stays the same. */
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
