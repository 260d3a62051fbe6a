import type { UnsavedState, UnsavedWork } from '#app/admin/article/unsaved/unsaved-work.ts'
import { useUnsavedState } from '#app/admin/article/unsaved/use-unsaved-work.ts'
import { t } from '#app/admin/messages.ts'
import { Announcement } from '#app/admin/ui/announcement.tsx'

const TIME = new Intl.DateTimeFormat('en-US', { timeStyle: 'short' })

interface KeptNoteProps {
  work: UnsavedWork
  article: { published: boolean } | null
}

/** What readers see now, and whether what was typed is kept. */
export function KeptNote({ work, article }: KeptNoteProps) {
  const state = useUnsavedState(work)
  const problem = state.isDirty ? describeProblem(state) : ''
  return (
    <div className="min-w-0 text-sm">
      <p className="text-soft">{describeReaders(state.isDirty, article)}</p>
      {state.isDirty && (
        <p className={problem ? 'text-red' : 'text-faint'}>
          {problem || (state.there === 'kept' && state.at ? savedAt(state.at) : t('article.kept.soon'))}
        </p>
      )}
      <Announcement>{problem}</Announcement>
    </div>
  )
}

const savedAt = (iso: string) => t('article.kept.saved', { time: TIME.format(new Date(iso)) })

function describeReaders(isDirty: boolean, article: { published: boolean } | null): string {
  if (!article) return t('article.readers.new')
  if (!article.published) return t('article.readers.draft')
  return isDirty ? t('article.readers.before') : t('article.readers.published')
}

function describeProblem({ here, there }: UnsavedState): string {
  if (there === 'waiting' || there === 'kept') return ''
  const reason = {
    no_connection: t('article.kept.noConnection'),
    signed_out: t('article.kept.signedOut'),
    not_admin: t('article.kept.notAdmin'),
    refused: t('article.kept.refused'),
    too_many: t('article.kept.tooMany'),
    failed: t('article.kept.serverFailed'),
  }[there]
  return `${reason} ${here === 'failed' ? t('article.kept.nowhere') : t('article.kept.here')}`
}
