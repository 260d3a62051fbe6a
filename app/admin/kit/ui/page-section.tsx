import ArrowLeft from 'lucide-react/icons/arrow-left'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { Fragment } from 'react'
import { Link, NavLink } from 'react-router'

interface PageSectionProps {
  id: string
  title: string
  intro?: React.ReactNode
  titleRef?: React.Ref<HTMLHeadingElement>
  children: React.ReactNode
}

/** A section of an admin page: heading and introduction on the left, content on the right. */
export function PageSection({ id, title, titleRef, intro, children }: PageSectionProps) {
  return (
    <section
      aria-labelledby={id}
      className="grid gap-x-12 gap-y-5 border-line border-t py-8 lg:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]"
    >
      <div>
        <h2 id={id} ref={titleRef} tabIndex={-1} className="font-semibold">
          {title}
        </h2>
        {intro && <p className="mt-1.5 max-w-prose text-sm text-soft">{intro}</p>}
      </div>
      <div className="min-w-0">{children}</div>
    </section>
  )
}

/** The link above a heading, to the page that this one belongs to. */
export function BackLink({ to, children }: { to: string; children: React.ReactNode }) {
  return (
    <Link to={to} className="mb-2 inline-flex min-h-9 items-center gap-2 text-sm text-soft hover:text-ink">
      <ArrowLeft aria-hidden size={16} />
      {children}
    </Link>
  )
}

const TAB =
  '-mb-px inline-flex min-h-11 items-center border-transparent border-b-2 px-1 text-soft text-sm hover:text-ink aria-[current=page]:border-ink aria-[current=page]:font-semibold aria-[current=page]:text-ink'

interface ViewTabsProps {
  /** The subject of the views. */
  label: string
  /** The first one's address is the beginning of the others'. */
  tabs: readonly { to: string; label: string }[]
}

/** The links between the views of a page. */
export function ViewTabs({ label, tabs }: ViewTabsProps) {
  return (
    <nav aria-label={label} className="mb-6 flex flex-wrap gap-x-5 border-line border-b">
      {tabs.map((tab, index) => (
        <Fragment key={tab.to}>
          <NavLink to={tab.to} end={index === 0} className={TAB}>
            {tab.label}
          </NavLink>{' '}
        </Fragment>
      ))}
    </nav>
  )
}

interface FoldedProps {
  title: React.ReactNode
  /** True if it is open from the beginning. */
  isOpen?: boolean
  className?: string
  children: React.ReactNode
}

/** Details that are folded up until somebody wants them. */
export function Folded({ title, isOpen = false, className = '', children }: FoldedProps) {
  return (
    <details open={isOpen} className={`group text-sm ${className}`}>
      <summary className="inline-flex min-h-11 cursor-pointer items-center gap-2 text-soft hover:text-ink">
        {title}
        <ChevronDown
          aria-hidden
          size={16}
          className="shrink-0 text-faint transition-transform group-open:rotate-180 motion-reduce:transition-none"
        />
      </summary>
      {children}
    </details>
  )
}
