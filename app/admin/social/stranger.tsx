import { t } from '#app/admin/messages.ts'

interface StrangerLinkProps {
  /** An address that a stranger has chosen. */
  href: string
  'aria-label'?: string
  children: React.ReactNode
}

/** A link to another server, which is neither recommended nor told where the click comes from. */
export function StrangerLink({ children, ...props }: StrangerLinkProps) {
  return (
    <a
      {...props}
      target="_blank"
      rel="noopener noreferrer nofollow"
      className="inline-block min-h-6 wrap-anywhere underline decoration-line underline-offset-4 hover:decoration-current"
    >
      {children}
    </a>
  )
}

interface StrangerProps {
  actor: string
  handle: string | null
  name: string | null
}

/** Somebody on another server: what they call themselves as text only, apart from the text around it, and a link to them. */
export function Stranger({ actor, handle, name }: StrangerProps) {
  return (
    <>
      {name && <bdi className="font-medium text-ink wrap-anywhere">{name}</bdi>}
      <StrangerLink href={actor}>
        <bdi>{handle ?? actor}</bdi>
        <span className="sr-only"> {t('social.newTab')}</span>
      </StrangerLink>
    </>
  )
}
