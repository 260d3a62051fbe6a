import ArrowLeft from 'lucide-react/icons/arrow-left'
import { Link } from 'react-router'

/** The link above a heading, to the page that this one belongs to. */
export function BackLink({ to, children }: { to: string; children: React.ReactNode }) {
  return (
    <Link to={to} className="mb-2 inline-flex min-h-9 items-center gap-2 text-sm text-soft hover:text-ink">
      <ArrowLeft aria-hidden size={16} />
      {children}
    </Link>
  )
}
