import { useState } from 'react'
import { Refusal } from '#app/admin/errors/classify-error.ts'
import { t } from '#app/admin/messages.ts'
import { HeirField } from '#app/admin/people/heir-field.tsx'
import { type ActiveMember, PEOPLE_KEY } from '#app/admin/people/people-queries.ts'
import { useDeskMutation } from '#app/admin/query/use-desk-mutation.ts'
import { useDesk } from '#app/admin/session/use-desk-session.ts'
import { useMember } from '#app/admin/session/use-member.ts'
import { ConfirmDialog } from '#app/admin/ui/confirm-dialog.tsx'
import { useToast } from '#app/components/ui/toast.tsx'
import { removeMember } from '#core/data/members.ts'

interface RemoveMemberDialogProps {
  member: ActiveMember
  onClose: () => void
  focusAfter: React.RefObject<HTMLElement | null>
}

/** Takes a person off the desk. Whoever owns articles is removed only once somebody takes them over. */
export function RemoveMemberDialog({ member, onClose, focusAfter }: RemoveMemberDialogProps) {
  const { user_id, name } = member
  const isSelf = useMember().user_id === user_id
  const { endSession } = useDesk()
  const { toast } = useToast()
  const [heir, setHeir] = useState('')
  const [articlesLeft, setArticlesLeft] = useState(0)
  const remove = useDeskMutation({
    async run(client, heir: string) {
      const answer = await removeMember(client, { userId: user_id, ...(heir && { heir }) })
      if (answer.outcome === 'last_administrator') throw new Refusal(answer.outcome)
      return answer
    },
    invalidates: [PEOPLE_KEY],
  })

  async function confirm(): Promise<boolean> {
    const answer = await remove.mutateAsync(heir)
    if (answer.outcome === 'needs_heir') {
      setArticlesLeft(answer.articles)
      return false
    }
    toast({ title: t('ui.success'), description: t('people.remove.done', { name }) })
    if (isSelf) await endSession()
    return true
  }

  return (
    <ConfirmDialog
      title={t('people.remove.title', { name })}
      action={t('people.remove.action')}
      onConfirm={confirm}
      onClose={onClose}
      focusAfter={focusAfter}
    >
      <p className="wrap-anywhere">
        {isSelf ? t('people.remove.warningSelf') : t('people.remove.warning', { name })}
      </p>
      <p>{t('people.remove.unsaved')}</p>
      {articlesLeft > 0 && (
        <HeirField member={member} articles={articlesLeft} value={heir} onChange={setHeir} />
      )}
    </ConfirmDialog>
  )
}
