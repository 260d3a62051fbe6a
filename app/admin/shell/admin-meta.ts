import type { MetaDescriptor } from 'react-router'

/** What stands in the head of an admin page. The root loader's data is the first match's. */
export function adminMeta(
  title: string,
  [root]: readonly [{ loaderData?: { publishableKey: string } | undefined }, ...unknown[]],
): MetaDescriptor[] {
  return [{ title: `${title} - AI Watch Admin` }, { name: 'robots', content: 'noindex, nofollow' }]
}
