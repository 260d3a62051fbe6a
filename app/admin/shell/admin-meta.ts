import type { MetaDescriptor } from 'react-router'
import { UNNAMED } from '#core/domain/site-words.ts'

/** What stands in the head of an admin page. The root loader's data is the first match's. */
export function adminMeta(
  title: string,
  [root]: readonly [{ loaderData?: { site_name: string } | undefined }, ...unknown[]],
): MetaDescriptor[] {
  const site = root.loaderData?.site_name ?? UNNAMED.site_name
  return [{ title: `${title} - ${site} Admin` }, { name: 'robots', content: 'noindex, nofollow' }]
}
