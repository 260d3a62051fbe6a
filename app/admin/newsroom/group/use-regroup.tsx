import { useNavigate } from 'react-router'
import { Refusal } from '#app/admin/errors/classify-error.ts'
import { describeError } from '#app/admin/errors/describe-error.ts'
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
}

/** Puts stories together and takes items out of them, each of which can be undone. */
export function useRegroup() {
  const { toast } = useToast()
  const navigate = useNavigate()
  const merging = useDeskMutation({
    run: (client, { id, into }: { id: string; into: string }) => mergeNewsGroups(client, id, into),
    invalidates: [NEWSROOM_KEY],
  })
  const splitting = useDeskMutation({
    run: (client, { id, itemIds }: Moved) => splitNewsGroup(client, id, itemIds),
    invalidates: [NEWSROOM_KEY],
  })

  /** Takes items out, and leads to the story that they are then. @throws Refusal */
  async function split({ id, itemIds }: Moved): Promise<string> {
    const answer = await splitting.mutateAsync({ id, itemIds })
    if (answer.status !== 'split' || answer.id === null)
      throw new Refusal(answer.status === 'all' ? 'story_split_all' : 'story_gone')
    await navigate(groupPath(answer.id))
    return answer.id
  }

  /** Puts a story into another one, and leads there. @throws Refusal */
  async function merge(id: string, into: string): Promise<void> {
    const { status } = await merging.mutateAsync({ id, into })
    if (status !== 'merged') throw new Refusal(status === 'full' ? 'story_full' : 'story_gone')
    await navigate(groupPath(into))
  }

  async function attempt(work: () => Promise<unknown>): Promise<void> {
    try {
      await work()
    } catch (error) {
      toast({ title: t('ui.error'), description: describeError(error), variant: 'destructive' })
    }
  }

  return {
    isPending: merging.isPending || splitting.isPending,
    split: (from: Moved) =>
      attempt(async () => {
        const made = await split(from)
        const undo = <UndoButton onUndo={() => void attempt(() => merge(made, from.id))} />
        toast({ title: t('newsroom.split.done', { count: from.itemIds.length }), description: undo })
      }),
    /** Throws its errors, for the dialog that asks for it. */
    async merge(from: Moved, into: string): Promise<void> {
      await merge(from.id, into)
      const undo = (
        <UndoButton onUndo={() => void attempt(() => split({ id: into, itemIds: from.itemIds }))} />
      )
      toast({ title: t('newsroom.merge.done'), description: undo })
    },
  }
}
