import { t } from '#app/admin/kit/messages.ts'
import { useDeskMutation } from '#app/admin/kit/query/use-desk-mutation.ts'
import { ConfirmDialog } from '#app/admin/kit/ui/modal-dialog.tsx'
import { FilledMessage } from '#app/admin/kit/ui/notice.tsx'
import { SOCIAL_KEY } from '#app/admin/readers/social/social-queries.ts'
import { useToast } from '#app/components/ui/toast.tsx'
import { blockOnSocialWeb } from '#core/data/social-web.ts'

export interface BlockQuestion {
  /** An address, a handle, or the name of a server. */
  whom: string
  /** The name of the person where there is more than the address. */
  name?: string | null
}

interface BlockDialogProps {
  question: BlockQuestion
  /** The element that gets the focus when the person and the buttons are gone. */
  focusAfter: React.RefObject<HTMLElement | null>
  onDone?: () => void
  onClose: () => void
}

/** Asks before a person or a server is blocked, because what they did here is deleted. */
export function BlockDialog({ question, focusAfter, onDone, onClose }: BlockDialogProps) {
  const { whom, name } = question
  const { toast } = useToast()
  const block = useDeskMutation({ run: blockOnSocialWeb, invalidates: [SOCIAL_KEY] })
  const isPerson = /^(@|https?:)/.test(whom)
  return (
    <ConfirmDialog
      title={t(isPerson ? 'social.block.person.title' : 'social.block.server.title')}
      action={t(isPerson ? 'social.block.person' : 'social.block.server')}
      focusAfter={focusAfter}
      onConfirm={async () => {
        await block.mutateAsync(whom)
        toast({
          title: t('ui.success'),
          description: t(isPerson ? 'social.block.person.done' : 'social.block.server.done'),
        })
        onDone?.()
      }}
      onClose={onClose}
    >
      <p className="wrap-anywhere">
        <FilledMessage
          text={t(isPerson ? 'social.block.person.warning' : 'social.block.server.warning')}
          values={{ whom: <bdi className="font-medium text-ink">{name || whom}</bdi> }}
        />
      </p>
    </ConfirmDialog>
  )
}
