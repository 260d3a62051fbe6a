import { t } from '#app/admin/kit/messages.ts'
import { Skeleton } from '#app/components/ui/skeleton.tsx'

/** The height of the text and of what is around it, which stays the same while the editor is loaded. On a wide screen it fills its column. */
export const EDITOR_HEIGHT = 'h-[clamp(24rem,72dvh,54rem)] xl:h-auto xl:min-h-80 xl:grow xl:basis-0'

/** The placeholder that is shown while the editor is loaded. */
export function EditorSkeleton() {
  return (
    <div className={`${EDITOR_HEIGHT} flex flex-col gap-4 rounded-sm border border-line p-4`}>
      <p role="status" className="sr-only">
        {t('editor.loading')}
      </p>
      <Skeleton className="h-9 w-full max-w-xl" />
      <Skeleton className="h-4 w-3/4" />
      <Skeleton className="h-4 w-2/3" />
    </div>
  )
}
