import { t } from '#app/admin/messages.ts'
import { Button } from '#app/components/ui/button.tsx'
import type { Page } from '#core/domain/page.ts'

interface PageSaveBarProps {
  page: Page | null
  isShipped: boolean
  isDirty: boolean
  /** Whether this browser keeps what is not saved. */
  isKept: boolean
  isSaving: boolean
  onSave: (published: boolean) => void
}

/** The bar at the lower edge: what readers see now, and the buttons that change it. */
export function PageSaveBar({ page, isShipped, isDirty, isKept, isSaving, onSave }: PageSaveBarProps) {
  const isPublished = page?.published ?? false
  return (
    <div className="sticky bottom-0 z-10 -mx-5 mt-4 flex flex-wrap-reverse items-center gap-x-6 gap-y-2 border-line border-t bg-paper px-5 py-3 sm:mx-0 sm:px-0">
      <div className="flex flex-wrap gap-2 max-sm:w-full sm:gap-3">
        <Button className="max-sm:grow" aria-disabled={isSaving} onClick={() => isSaving || onSave(true)}>
          {isSaving ? t('ui.oneMoment') : isPublished ? t('pages.action.update') : t('pages.action.publish')}
        </Button>
        <Button
          variant="secondary"
          className="max-sm:grow"
          aria-disabled={isSaving}
          onClick={() => isSaving || onSave(false)}
        >
          {isPublished ? t('pages.action.unpublish') : t('pages.action.saveDraft')}
        </Button>
      </div>
      <div className="min-w-0 text-sm">
        <p className="text-soft">{describeReaders({ page, isShipped, isDirty })}</p>
        {isDirty && (
          <p className={isKept ? 'text-faint' : 'text-red'}>
            {isKept ? t('pages.kept.here') : t('pages.kept.nowhere')}
          </p>
        )}
      </div>
    </div>
  )
}

function describeReaders({
  page,
  isShipped,
  isDirty,
}: Pick<PageSaveBarProps, 'page' | 'isShipped' | 'isDirty'>): string {
  if (page?.published) return isDirty ? t('pages.readers.before') : t('pages.readers.published')
  return isShipped ? t('pages.readers.shipped') : t('pages.readers.nothing')
}
