import { useId, useState } from 'react'
import { t } from '#app/admin/messages.ts'
import { CopyField } from '#app/admin/ui/copy-field.tsx'
import { ModalDialog } from '#app/admin/ui/modal-dialog.tsx'
import { Button } from '#app/components/ui/button.tsx'

interface NewTokenProps {
  made: { name: string; token: string }
  onClose: () => void
  focusAfter: React.RefObject<HTMLElement | null>
}

/** Shows a token once, until the editor says that it is stored elsewhere. */
export function NewToken({ made: { name, token }, onClose, focusAfter }: NewTokenProps) {
  const id = useId()
  const [isStored, setStored] = useState(false)
  return (
    <ModalDialog title={t('tokens.new.title', { name })} width="list" focusAfter={focusAfter}>
      <div className="space-y-4 text-sm">
        <p className="text-soft">{t('tokens.new.once')}</p>
        <CopyField label={t('tokens.new.field')} value={token} action={t('tokens.new.copy')} />
        <p className="text-soft">{t('tokens.new.use')}</p>
        <label htmlFor={id} className="flex min-h-11 items-center gap-3">
          <input
            id={id}
            type="checkbox"
            checked={isStored}
            onChange={({ target }) => setStored(target.checked)}
            className="size-5 shrink-0 accent-ink"
          />
          {t('tokens.new.stored')}
        </label>
      </div>
      <div className="mt-5 flex justify-end">
        <Button disabled={!isStored} onClick={onClose}>
          {t('tokens.new.done')}
        </Button>
      </div>
    </ModalDialog>
  )
}
