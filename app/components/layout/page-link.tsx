import { Link, type LinkProps } from 'react-router'

export interface PageLinkProps
  extends Omit<React.ComponentProps<'a'>, 'href' | 'ref'>,
    Pick<LinkProps, 'prefetch' | 'replace' | 'preventScrollReset'> {
  /** An address inside the site, as `localizedPath` returns it. */
  to: string
}

/** Addresses that React Router would write into `href` unchanged. */
const PLAIN_ADDRESS = /^(?:\/|(?:\/[\w-]+)+)(?:\?[\w=&-]+)?(?:#[\w-]+)?$/

/**
 * React Router's link. On the server it renders the resulting `a` element directly where possible: a page has a hundred links, and
 * resolving each of them against the routes takes a tenth of the rendering time.
 */
export function PageLink(props: PageLinkProps) {
  if (!import.meta.env.SSR || !PLAIN_ADDRESS.test(props.to)) return <Link {...props} />
  const { to, prefetch, replace, preventScrollReset, ...attributes } = props
  return <a {...attributes} href={to} data-discover="true" />
}
