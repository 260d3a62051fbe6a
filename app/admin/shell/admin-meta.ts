import type { MetaDescriptor } from 'react-router'
import { t } from '#app/admin/messages.ts'
import { DEFAULT_SITE_WORDS } from '#core/domain/site-words.ts'

/** The title and the robots tag of an admin page. The first match is the root, whose data has the name of the publication. */
export function adminMeta(
  page: string,
  [root]: readonly [{ loaderData?: { site_name: string } | undefined }, ...unknown[]],
): MetaDescriptor[] {
  const publication = root.loaderData?.site_name ?? DEFAULT_SITE_WORDS.site_name
  return [
    { title: t('shell.pageTitle', { page, publication }) },
    { name: 'robots', content: 'noindex, nofollow' },
  ]
}
