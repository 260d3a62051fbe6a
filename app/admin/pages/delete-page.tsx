import { useState } from 'react'
import { useNavigate } from 'react-router'
import { languageName } from '#app/admin/article/language-name.ts'
import { t } from '#app/admin/messages.ts'
import { PAGES_PATH } from '#app/admin/pages/page-paths.ts'
import { PAGES_KEY } from '#app/admin/pages/page-queries.ts'
import { useDeskMutation } from '#app/admin/query/use-desk-mutation.ts'
import { ConfirmDialog } from '#app/admin/ui/confirm-dialog.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { useToast } from '#app/components/ui/toast.tsx'
import { deletePage } from '#core/data/pages.ts'
import type { Page } from '#core/domain/page.ts'

interface DeletePageProps {
  page: Page
  isShipped: boolean
  onDeleted: () => void
  focusAfter: React.RefObject<HTMLElement | null>
}

/** Deletes an own page in a language, or goes back to the text that comes with the product. */
export function DeletePage({ page: { slug, language }, isShipped, onDeleted, focusAfter }: DeletePageProps) {
  const navigate = useNavigate()
  const { toast } = useToast()
  const [asks, setAsks] = useState(false)
  const remove = useDeskMutation({ run: deletePage, invalidates: [PAGES_KEY] })
  const values = { language: languageName(language) }
  return (
    <>
      <Button variant="secondary" size="sm" onClick={() => setAsks(true)}>
        {isShipped ? t('pages.reset.open') : t('pages.delete.open', values)}
      </Button>
      {asks && (
        <ConfirmDialog
          title={isShipped ? t('pages.reset.open') : t('pages.delete.title')}
          action={isShipped ? t('pages.reset.action') : t('pages.delete.action')}
          onConfirm={async () => {
            await remove.mutateAsync({ slug, language })
            onDeleted()
            toast({
              title: t('ui.success'),
              description: isShipped ? t('pages.reset.done') : t('pages.delete.done'),
            })
            if (!isShipped) await navigate(PAGES_PATH)
          }}
          onClose={() => setAsks(false)}
          focusAfter={focusAfter}
        >
          <p>{isShipped ? t('pages.reset.text') : t('pages.delete.text', values)}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
