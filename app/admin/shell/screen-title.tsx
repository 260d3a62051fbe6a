import { useMatches } from 'react-router'
import { t } from '#app/admin/kit/messages.ts'
import type { ScreenHandle } from '#app/admin/kit/room.ts'
import { usePage } from '#app/document/page-context.ts'
import { DEFAULT_SITE_WORDS } from '#core/domain/site-words.ts'

/** The title of the document: the own one of the screen that is open, or that of the page to which it belongs. */
export function ScreenTitle({ page = '' }: { page?: string | undefined }) {
  const { params = {}, handle } = useMatches().at(-1) ?? {}
  const { site_name: publication } = usePage().site ?? DEFAULT_SITE_WORDS
  const { title = page } = (handle ?? {}) as Partial<ScreenHandle>
  return (
    <title>
      {t('shell.pageTitle', { page: typeof title === 'function' ? title(params) : title, publication })}
    </title>
  )
}
