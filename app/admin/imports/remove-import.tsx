import { useState } from 'react'
import { useNavigate } from 'react-router'
import { answerOf } from '#app/admin/errors/answer-refusal.ts'
import { IMPORTS_PATH } from '#app/admin/imports/import-paths.ts'
import { IMPORTS_KEY } from '#app/admin/imports/imports-queries.ts'
import { forgetUpload } from '#app/admin/imports/uploads.ts'
import { forgetChoices } from '#app/admin/imports/use-choices.ts'
import { t } from '#app/admin/messages.ts'
import { useDeskMutation } from '#app/admin/query/use-desk-mutation.ts'
import { ConfirmDialog } from '#app/admin/ui/confirm-dialog.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { useToast } from '#app/components/ui/toast.tsx'
import { removeImport } from '#core/data/imports.ts'
import type { ImportRecord } from '#core/domain/site-import.ts'

/** Takes an import and its file off the list, once that is confirmed. */
export function RemoveImport({ record: { id, report } }: { record: ImportRecord }) {
  const [isAsked, setIsAsked] = useState(false)
  const navigate = useNavigate()
  const { toast } = useToast()
  const remove = useDeskMutation({ run: removeImport, invalidates: [[...IMPORTS_KEY, 'list']] })

  async function confirm() {
    answerOf(await remove.mutateAsync(id))
    forgetUpload(id)
    forgetChoices(id)
    toast({ title: t('ui.success'), description: t('imports.remove.done') })
    await navigate(IMPORTS_PATH)
  }

  return (
    <>
      <Button variant="secondary" onClick={() => setIsAsked(true)}>
        {t('imports.remove')}
      </Button>
      {isAsked && (
        <ConfirmDialog
          title={t('imports.remove.title')}
          action={t('imports.remove')}
          onConfirm={confirm}
          onClose={() => setIsAsked(false)}
        >
          <p>{t(report ? 'imports.remove.stays' : 'imports.remove.nothing')}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
