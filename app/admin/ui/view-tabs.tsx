import { Fragment } from 'react'
import { NavLink } from 'react-router'

const TAB =
  '-mb-px inline-flex min-h-11 items-center border-transparent border-b-2 px-1 text-soft text-sm hover:text-ink aria-[current=page]:border-ink aria-[current=page]:font-semibold aria-[current=page]:text-ink'

interface ViewTabsProps {
  /** What the views are of. */
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
