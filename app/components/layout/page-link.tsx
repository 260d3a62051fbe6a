import { Link, type LinkProps } from 'react-router'

export interface PageLinkProps
  extends Omit<React.ComponentProps<'a'>, 'href' | 'ref'>,
    Pick<LinkProps, 'prefetch' | 'replace' | 'preventScrollReset'> {
  /** An address of the site, as `localizedPath` writes it. */
  to: string
}

/** Addresses that React Router would write as they are. */
const PLAIN_ADDRESS = /^(?:\/|(?:\/[\w-]+)+)(?:\?[\w=&-]+)?(?:#[\w-]+)?$/

/**
 * React Router's link. On the server it is at once the element that this comes to: a page has a hundred links, and resolving each
 * against the routes takes a tenth of the rendering.
 */
export function PageLink(props: PageLinkProps) {
  if (!import.meta.env.SSR || !PLAIN_ADDRESS.test(props.to)) return <Link {...props} />
  const { to, prefetch, replace, preventScrollReset, ...attributes } = props
  return <a {...attributes} href={to} data-discover="true" />
}
