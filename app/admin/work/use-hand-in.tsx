import { useState } from 'react'
import { t } from '#app/admin/messages.ts'
import { ModalDialog } from '#app/admin/ui/modal-dialog.tsx'
import { HandOverForm } from '#app/admin/work/hand-over-form.tsx'
import { useArticleWork } from '#app/admin/work/work-queries.ts'

/** Handing a draft in: `handIn` saves it, and `dialog` then asks what the editors should know of it. */
export function useHandIn({ articleId, save }: { articleId: string; save: () => Promise<boolean> }) {
  const [isOpen, setIsOpen] = useState(false)

  async function handIn() {
    if (await save()) setIsOpen(true)
  }

  const dialog = isOpen && <HandInDialog articleId={articleId} onClose={() => setIsOpen(false)} />
  return { handIn, dialog }
}

/** Asks an author what the editors should know of a draft that was just saved. */
function HandInDialog({ articleId, onClose }: { articleId: string; onClose: () => void }) {
  const work = useArticleWork(articleId)
  return (
    <ModalDialog title={t('work.handIn.title')} onClose={onClose}>
      <p className="mb-5 text-sm text-soft">{t('work.handIn.text')}</p>
      {work?.workflow && (
        <HandOverForm
          articleId={articleId}
          work={work}
          saveFirst={async () => true}
          onDone={onClose}
          onCancel={onClose}
          inDialog
        />
      )}
    </ModalDialog>
  )
}
