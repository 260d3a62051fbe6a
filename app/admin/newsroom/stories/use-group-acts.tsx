import { useRef } from 'react'
import { Refusal } from '#app/admin/errors/classify-error.ts'
import { t } from '#app/admin/messages.ts'
import { NEWSROOM_KEY } from '#app/admin/newsroom/newsroom-queries.ts'
import { useDeskMutation } from '#app/admin/query/use-desk-mutation.ts'
import { UndoButton } from '#app/admin/ui/undo-button.tsx'
import { followNewsGroup, hideNewsGroup } from '#core/data/news-groups.ts'
import type { ListedNewsGroup } from '#core/domain/news-group.ts'

type Named = Pick<ListedNewsGroup, 'id' | 'headline'>

/** Follows a story and hides it, each of which can be undone. */
export function useGroupActs() {
  const lastUndo = useRef<(() => void) | null>(null)

  function say(isThere: boolean, done: string, undo: () => void) {
    if (!isThere) throw new Refusal('story_gone')
    lastUndo.current = undo
    return { title: done, description: <UndoButton onUndo={undo} /> }
  }

  const follow = useDeskMutation({
    run: (client, { group, isFollowed }: { group: Named; isFollowed: boolean }) =>
      followNewsGroup(client, group.id, isFollowed),
    done: (isThere, { group, isFollowed }) =>
      say(
        isThere,
        t(isFollowed ? 'newsroom.follow.done' : 'newsroom.follow.ended', { headline: group.headline }),
        () => void acts.setFollowed(group, !isFollowed),
      ),
    invalidates: [NEWSROOM_KEY],
  })
  const hide = useDeskMutation({
    run: (client, { group, isHidden }: { group: Named; isHidden: boolean }) =>
      hideNewsGroup(client, group.id, isHidden),
    done: (isThere, { group, isHidden }) =>
      say(
        isThere,
        t(isHidden ? 'newsroom.hide.done' : 'newsroom.hide.ended', { headline: group.headline }),
        () => void acts.setHidden(group, !isHidden),
      ),
    invalidates: [NEWSROOM_KEY],
  })

  const acts = {
    /** Takes back what was done last. */
    undoLast: () => lastUndo.current?.(),
    setFollowed: (group: Named, isFollowed: boolean) => follow.attempt({ group, isFollowed }),
    setHidden: (group: Named, isHidden: boolean) => hide.attempt({ group, isHidden }),
  }
  return acts
}
