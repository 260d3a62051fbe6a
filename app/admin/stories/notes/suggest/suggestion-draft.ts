import { openLocalDraftCopies } from '#app/admin/stories/unsaved/use-local-copies.ts'
import type { NotedField, SuggestedChange } from '#core/domain/article-note.ts'

/** Suggestions that were not sent, as this browser stores them. */
export interface UnsentSuggestions {
  articleId: string
  /** The e-mail address of who wrote them; others in this browser do not see them. */
  owner: string
  changes: SuggestedChange[]
  reason: string
}

const copies = openLocalDraftCopies<UnsentSuggestions>('admin-suggestions')

/** Suggestions while they are written. */
export function createSuggestionDraft({ articleId, owner }: Pick<UnsentSuggestions, 'articleId' | 'owner'>) {
  let changes: SuggestedChange[] = []
  let lost: SuggestedChange[] = []
  let reason = ''
  let state = { changes, lost, reason }
  const listeners = new Set<() => void>()

  function update() {
    state = { changes, lost, reason }
    for (const listener of listeners) listener()
  }

  return {
    copies,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    state: () => state,
    unsaved: () =>
      changes.length + lost.length > 0 ? { articleId, owner, changes: [...changes, ...lost], reason } : null,
    isCopy: (copy: UnsentSuggestions) => copy.articleId === articleId && copy.owner === owner,
    /** The suggestions of an earlier visit, for the editor to show. */
    restore(left: UnsentSuggestions[]): SuggestedChange[] {
      reason = left[0]?.reason ?? ''
      const byId = new Map(left.flatMap((copy) => copy.changes).map((change) => [change.id, change]))
      // Stored from now on, also while the editor does not show them yet.
      lost = [...byId.values()]
      update()
      return lost
    },
    /** All suggestions for one of the texts. */
    of: (field: NotedField) => [...changes, ...lost].filter(({ anchor }) => anchor.field === field),
    /** Replaces the suggestions for one of the texts; without `lost`, those that have lost their place stay. */
    change(field: NotedField, next: { changes: SuggestedChange[]; lost?: SuggestedChange[] }) {
      const isOther = ({ anchor }: SuggestedChange) => anchor.field !== field
      changes = [...changes.filter(isOther), ...next.changes]
      if (next.lost) lost = [...lost.filter(isOther), ...next.lost]
      update()
    },
    explain(why: string) {
      reason = why
      update()
    },
    discard() {
      changes = []
      lost = []
      reason = ''
      update()
    },
  }
}

export type SuggestionDraft = ReturnType<typeof createSuggestionDraft>
