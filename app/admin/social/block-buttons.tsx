import { t } from '#app/admin/messages.ts'
import { useMember } from '#app/admin/session/use-member.ts'
import type { BlockQuestion } from '#app/admin/social/block-dialog.tsx'
import { Button } from '#app/components/ui/button.tsx'

interface BlockButtonsProps {
  person: { actor: string; handle: string | null; host: string }
  onAsk: (question: BlockQuestion) => void
}

/** For administrators, beside what somebody on another server did. */
export function BlockButtons({ person: { actor, handle, host }, onAsk }: BlockButtonsProps) {
  if (useMember().role !== 'admin') return null
  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        aria-label={t('social.block.person.named', { whom: handle ?? actor })}
        onClick={() => onAsk({ whom: actor, name: handle })}
      >
        {t('social.block.person')}
      </Button>
      <Button
        variant="ghost"
        size="sm"
        aria-label={t('social.block.server.named', { whom: host })}
        onClick={() => onAsk({ whom: host })}
      >
        {t('social.block.server')}
      </Button>
    </>
  )
}
