import { useState } from 'react'
import { t } from '#app/admin/messages.ts'
import { ModalDialog } from '#app/admin/ui/modal-dialog.tsx'
import { Button } from '#app/components/ui/button.tsx'

/** The question before an article is unpublished: `confirms` resolves to the answer, and `dialog` asks it. */
export function useUnpublishQuestion(isDirty: boolean) {
  const [answer, setAnswer] = useState<((isConfirmed: boolean) => void) | null>(null)

  function confirms(): Promise<boolean> {
    return new Promise((resolve) => {
      setAnswer(() => (isConfirmed: boolean) => {
        setAnswer(null)
        resolve(isConfirmed)
      })
    })
  }

  const dialog = answer && (
    <UnpublishDialog isDirty={isDirty} onConfirm={() => answer(true)} onClose={() => answer(false)} />
  )
  return { confirms, dialog }
}

interface UnpublishDialogProps {
  isDirty: boolean
  onConfirm: () => void
  onClose: () => void
}

/** Asks for confirmation before an article is unpublished. */
function UnpublishDialog({ isDirty, onConfirm, onClose }: UnpublishDialogProps) {
  return (
    <ModalDialog title={t('article.unpublish.title')} onClose={onClose}>
      <div className="space-y-3 text-sm text-soft">
        <p>{t('article.unpublish.text')}</p>
        {isDirty && <p>{t('article.unpublish.changes')}</p>}
      </div>
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button variant="secondary" onClick={onClose}>
          {t('ui.cancel')}
        </Button>
        <Button variant="destructive" onClick={onConfirm}>
          {t('article.action.unpublish')}
        </Button>
      </div>
    </ModalDialog>
  )
}
