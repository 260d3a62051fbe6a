import type { MetaDescriptor } from 'react-router'
import { DEFAULT_SITE_WORDS } from '#core/domain/site-words.ts'

/** The title and the robots tag of an admin page. The first match is the root, whose data has the name of the publication. */
export function adminMeta(
  title: string,
  [root]: readonly [{ loaderData?: { site_name: string } | undefined }, ...unknown[]],
): MetaDescriptor[] {
  const site = root.loaderData?.site_name ?? DEFAULT_SITE_WORDS.site_name
  return [{ title: `${title} - ${site} Admin` }, { name: 'robots', content: 'noindex, nofollow' }]
}
