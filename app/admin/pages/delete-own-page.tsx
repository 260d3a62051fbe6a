import Trash2 from 'lucide-react/icons/trash-2'
import { useState } from 'react'
import { t } from '#app/admin/messages.ts'
import { PAGES_KEY } from '#app/admin/pages/page-queries.ts'
import { useDeskMutation } from '#app/admin/query/use-desk-mutation.ts'
import { ConfirmDialog } from '#app/admin/ui/confirm-dialog.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { useToast } from '#app/components/ui/toast.tsx'
import { deletePage } from '#core/data/pages.ts'
import { ownPagePath } from '#core/paths.ts'

interface DeleteOwnPageProps {
  slug: string
  name: string
  focusAfter: React.RefObject<HTMLElement | null>
}

/** Deletes an own page in all its languages. */
export function DeleteOwnPage({ slug, name, focusAfter }: DeleteOwnPageProps) {
  const { toast } = useToast()
  const [asks, setAsks] = useState(false)
  const remove = useDeskMutation({ run: deletePage, invalidates: [PAGES_KEY] })
  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        aria-label={t('pages.deleteAll.label', { name })}
        onClick={() => setAsks(true)}
      >
        <Trash2 aria-hidden size={16} />
        {t('pages.delete.action')}
      </Button>
      {asks && (
        <ConfirmDialog
          title={t('pages.delete.title')}
          action={t('pages.delete.action')}
          onConfirm={async () => {
            await remove.mutateAsync({ slug, language: null })
            toast({ title: t('ui.success'), description: t('pages.delete.done') })
          }}
          onClose={() => setAsks(false)}
          focusAfter={focusAfter}
        >
          <p>{t('pages.deleteAll.text', { name, path: ownPagePath(slug) })}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
