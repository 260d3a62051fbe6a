import { useQuery } from '@tanstack/react-query'
import { createContext, useMemo } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { EditorAttachment } from '#app/admin/editor/markdown-editor-props.ts'
import { colleaguesQuery } from '#app/admin/kit/query/colleagues.ts'
import type { ArticleForm } from '#app/admin/stories/article-form/article-form.ts'
import { useEditorNotes } from '#app/admin/stories/notes/marks/use-editor-notes.ts'
import { type ArticleNotes, articleNotesQuery } from '#app/admin/stories/notes/notes-queries.ts'
import type { ArticleNote } from '#core/domain/article-note.ts'
import type { Colleague } from '#core/domain/profile.ts'

export interface NotesOfArticle extends ArticleNotes {
  articleId: string
  colleagues: Colleague[]
  /** True if there is anybody to write to, or a note to be read; undefined until that is known. */
  isShown: boolean | undefined
  editor: ReturnType<typeof useEditorNotes>
}

/** The notes on the article of the page; null outside of an article that was saved. */
export const NotesContext = createContext<NotesOfArticle | null>(null)

interface NotesProviderProps {
  /** Null for an article that was never saved. */
  articleId: string | null
  form: UseFormReturn<ArticleForm>
  /** Called when the notes are to be seen. */
  onOpen: () => void
  children: React.ReactNode
}

const NO_NOTES: ArticleNote[] = []
const NOBODY: Colleague[] = []

/** Reads the notes on an article, and marks them in its editor. */
export function NotesProvider({ articleId, form, onOpen, children }: NotesProviderProps) {
  const stored = useQuery({ ...articleNotesQuery(articleId ?? ''), enabled: articleId !== null })
  const listed = useQuery({ ...colleaguesQuery, enabled: articleId !== null })
  const colleagues = listed.data ?? NOBODY
  const notes = stored.data?.notes ?? NO_NOTES
  const hasAny = notes.length > 0 || colleagues.length > 1
  const isShown = hasAny || (!stored.isPending && !listed.isPending ? false : undefined)
  const editor = useEditorNotes({ notes, form, isShown: hasAny, onOpen })
  const { me = '', mayWrite = false } = stored.data ?? {}
  const value = useMemo(
    () => (articleId === null ? null : { articleId, notes, me, mayWrite, colleagues, isShown, editor }),
    [articleId, notes, me, mayWrite, colleagues, isShown, editor],
  )
  return (
    <EditorAttachment value={editor.attach}>
      <NotesContext value={value}>{children}</NotesContext>
    </EditorAttachment>
  )
}
