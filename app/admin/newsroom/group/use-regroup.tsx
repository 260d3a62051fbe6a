import { useNavigate } from 'react-router'
import { Refusal } from '#app/admin/errors/classify-error.ts'
import { t } from '#app/admin/messages.ts'
import { groupPath } from '#app/admin/newsroom/newsroom-paths.ts'
import { NEWSROOM_KEY } from '#app/admin/newsroom/newsroom-queries.ts'
import { useDeskMutation } from '#app/admin/query/use-desk-mutation.ts'
import { UndoButton } from '#app/admin/ui/undo-button.tsx'
import { useToast } from '#app/components/ui/toast.tsx'
import { mergeNewsGroups, splitNewsGroup } from '#core/data/news-groups.ts'

interface Moved {
  id: string
  itemIds: readonly string[]
  /** Whether the split takes back a merge, which needs no further message. */
  isUndo?: boolean
}

/** Puts stories together and takes items out of them, each of which can be undone. */
export function useRegroup() {
  const { toast } = useToast()
  const navigate = useNavigate()
  const merging = useDeskMutation({
    run: (client, { id, into }: { id: string; into: string }) => mergeNewsGroups(client, id, into),
    done: ({ status }, { into }) => land(status, into),
    invalidates: [NEWSROOM_KEY],
  })
  const splitting = useDeskMutation({
    run: (client, { id, itemIds }: Moved) => splitNewsGroup(client, id, itemIds),
    async done({ status, id: made }, { id, itemIds, isUndo }) {
      if (status !== 'split' || made === null)
        throw new Refusal(status === 'all' ? 'story_split_all' : 'story_gone')
      await navigate(groupPath(made))
      if (isUndo) return
      const undo = <UndoButton onUndo={() => void merging.attempt({ id: made, into: id })} />
      return { title: t('newsroom.split.done', { count: itemIds.length }), description: undo }
    },
    invalidates: [NEWSROOM_KEY],
  })

  /** Leads to the story into which another one was put. @throws Refusal */
  async function land(status: string, into: string): Promise<void> {
    if (status !== 'merged') throw new Refusal(status === 'full' ? 'story_full' : 'story_gone')
    await navigate(groupPath(into))
  }

  return {
    isPending: merging.isPending || splitting.isPending,
    split: splitting.attempt,
    /** Throws its errors, for the dialog that asks for it. */
    async merge({ id, itemIds }: Moved, into: string): Promise<void> {
      const { status } = await merging.mutateAsync({ id, into })
      await land(status, into)
      const undo = <UndoButton onUndo={() => void splitting.attempt({ id: into, itemIds, isUndo: true })} />
      toast({ title: t('newsroom.merge.done'), description: undo })
    },
  }
}
