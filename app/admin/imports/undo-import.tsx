import { useState } from 'react'
import { answerOf } from '#app/admin/errors/answer-refusal.ts'
import { formatCount } from '#app/admin/imports/describe-import.ts'
import { IMPORTS_KEY } from '#app/admin/imports/imports-queries.ts'
import { t } from '#app/admin/messages.ts'
import { useDeskMutation } from '#app/admin/query/use-desk-mutation.ts'
import { ConfirmDialog } from '#app/admin/ui/confirm-dialog.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { undoImport } from '#core/data/imports.ts'
import type { ImportRecord } from '#core/domain/site-import.ts'

/** Takes back what an import brought, once that is confirmed. */
export function UndoImport({ record: { id, report } }: { record: ImportRecord }) {
  const [isAsked, setIsAsked] = useState(false)
  const undo = useDeskMutation({ run: undoImport, invalidates: [IMPORTS_KEY] })

  return (
    <>
      <Button variant="secondary" onClick={() => setIsAsked(true)}>
        {t('imports.undo')}
      </Button>
      {isAsked && (
        <ConfirmDialog
          title={t('imports.undo.title')}
          action={t('imports.undo')}
          onConfirm={async () => answerOf(await undo.mutateAsync(id))}
          onClose={() => setIsAsked(false)}
        >
          <p>
            {report
              ? t('imports.undo.goes', { count: report.created, shown: formatCount(report.created) })
              : t('imports.undo.goesSoFar')}
          </p>
          <p>{t('imports.undo.stays')}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
