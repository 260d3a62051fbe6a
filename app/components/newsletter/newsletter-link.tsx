import { LocalLink } from '#app/components/layout/local-link.tsx'

/** The id of the sign-up block in the footer of every page. */
export const NEWSLETTER_ID = 'newsletter'

interface NewsletterLinkProps {
  className: string
  children: React.ReactNode
  /** Set where a static mirror leaves it out; elsewhere it leads to the archive there. */
  'data-live'?: ''
}

/** Leads to the sign-up block of the home page, scrolling smoothly; without scripts it is a plain link. */
export function NewsletterLink(props: NewsletterLinkProps) {
  return <LocalLink {...props} to={`/#${NEWSLETTER_ID}`} data-scripted="newsletter" />
}
