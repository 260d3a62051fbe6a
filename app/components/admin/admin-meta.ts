import type { MetaDescriptor } from 'react-router'
import { UNNAMED } from '#core/domain/site-words.ts'

/** The meta element that carries the key of the browser's client on every admin page. */
export const PUBLISHABLE_KEY_META = 'publishable-key'

/** What stands in the head of an admin page. The root loader's data is the first match's. */
export function adminMeta(
  title: string,
  [root]: readonly [{ loaderData?: { publishableKey: string; site_name: string } | undefined }, ...unknown[]],
): MetaDescriptor[] {
  return [
    { title: `${title} - ${root.loaderData?.site_name ?? UNNAMED.site_name} Admin` },
    { name: 'robots', content: 'noindex, nofollow' },
    { name: PUBLISHABLE_KEY_META, content: root.loaderData?.publishableKey ?? '' },
  ]
}
