import { useRef } from 'react'
import { Refusal } from '#app/admin/errors/classify-error.ts'
import { describeError } from '#app/admin/errors/describe-error.ts'
import { t } from '#app/admin/messages.ts'
import { NEWSROOM_KEY } from '#app/admin/newsroom/newsroom-queries.ts'
import { useDeskMutation } from '#app/admin/query/use-desk-mutation.ts'
import { UndoButton } from '#app/admin/ui/undo-button.tsx'
import { useToast } from '#app/components/ui/toast.tsx'
import { followNewsGroup, hideNewsGroup } from '#core/data/news-groups.ts'
import type { ListedNewsGroup } from '#core/domain/news-group.ts'

type Named = Pick<ListedNewsGroup, 'id' | 'headline'>

/** Follows a story and hides it, each of which can be undone. */
export function useGroupActs() {
  const { toast } = useToast()
  const follow = useDeskMutation({
    run: (client, { id, isFollowed }: { id: string; isFollowed: boolean }) =>
      followNewsGroup(client, id, isFollowed),
    invalidates: [NEWSROOM_KEY],
  })
  const hide = useDeskMutation({
    run: (client, { id, isHidden }: { id: string; isHidden: boolean }) => hideNewsGroup(client, id, isHidden),
    invalidates: [NEWSROOM_KEY],
  })

  const lastUndo = useRef<(() => void) | null>(null)

  async function tell(work: () => Promise<boolean>, done: string, undo: () => void): Promise<void> {
    try {
      if (!(await work())) throw new Refusal('story_gone')
    } catch (error) {
      return toast({ title: t('ui.error'), description: describeError(error), variant: 'destructive' })
    }
    lastUndo.current = undo
    toast({ title: done, description: <UndoButton onUndo={undo} /> })
  }

  const acts = {
    /** Takes back what was done last. */
    undoLast: () => lastUndo.current?.(),
    setFollowed: ({ id, headline }: Named, followed: boolean): Promise<void> =>
      tell(
        () => follow.mutateAsync({ id, isFollowed: followed }),
        t(followed ? 'newsroom.follow.done' : 'newsroom.follow.ended', { headline }),
        () => void acts.setFollowed({ id, headline }, !followed),
      ),
    setHidden: ({ id, headline }: Named, hidden: boolean): Promise<void> =>
      tell(
        () => hide.mutateAsync({ id, isHidden: hidden }),
        t(hidden ? 'newsroom.hide.done' : 'newsroom.hide.ended', { headline }),
        () => void acts.setHidden({ id, headline }, !hidden),
      ),
  }
  return acts
}
