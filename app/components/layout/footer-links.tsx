import { LocalLink } from '#app/components/layout/local-link.tsx'

interface FooterLinksProps {
  title: string
  links: { to: string; text: string }[]
  /** One more link at the end of the list, for one that is not a LocalLink. */
  children?: React.ReactNode
}

export function FooterLinks({ title, links, children }: FooterLinksProps) {
  return (
    <div>
      <h2 className="text-label font-semibold text-faint uppercase">{title}</h2>
      <ul className="mt-3 text-sm text-soft">
        {links.map(({ to, text }) => (
          <li key={to} className="py-1.5">
            <LocalLink to={to} className="hover:text-ink hover:underline">
              {text}
            </LocalLink>
          </li>
        ))}
        {children && <li className="py-1.5">{children}</li>}
      </ul>
    </div>
  )
}
