import { useNavigate } from 'react-router'
import { t } from '#app/admin/messages.ts'
import { groupPath } from '#app/admin/newsroom/newsroom-paths.ts'
import { signedIn } from '#app/admin/session/signed-in.ts'
import { useToast } from '#app/components/ui/toast.tsx'
import { findGroupOf } from '#core/data/news-items.ts'

/** Leads to the story in which something stands that was added. */
export function useOpenItem(): (itemId: string) => Promise<void> {
  const navigate = useNavigate()
  const { toast } = useToast()
  return async (itemId) => {
    const groupId = await signedIn((client) => findGroupOf(client, itemId))
    toast({ title: t('ui.success'), description: t('newsroom.add.done') })
    if (groupId) await navigate(groupPath(groupId))
  }
}
