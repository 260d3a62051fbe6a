import { Link } from 'react-router'
import { t } from '#app/admin/messages.ts'
import { NeedsJavascript } from '#app/admin/shell/needs-javascript.tsx'
import { FilledMessage } from '#app/admin/ui/filled-message.tsx'
import { useSiteData } from '#app/hooks/use-site-data.ts'

interface EntryPageProps {
  title: string
  /** One or two sentences that say what the page is for. */
  intro?: React.ReactNode
  /** The link back; by default it leads to the website. */
  back?: { to: string; label: string }
  headingRef?: React.Ref<HTMLHeadingElement>
  children?: React.ReactNode
}

/** The layout of every page for users who are not signed in. */
export function EntryPage({ title, intro, back, headingRef, children }: EntryPageProps) {
  const { site_name } = useSiteData()
  const { to, label } = back ?? { to: '/', label: t('shell.back') }
  return (
    <main lang="en" className="m-auto w-full max-w-sm px-5 py-12">
      <p className="text-faint text-sm wrap-anywhere">
        <FilledMessage text={t('shell.brand')} values={{ publication: <bdi>{site_name}</bdi> }} />
      </p>
      <h1
        ref={headingRef}
        tabIndex={-1}
        className="mt-1 border-ink border-b-2 pb-4 font-display font-medium text-title-lg"
      >
        {title}
      </h1>
      {intro && <p className="mt-5 text-soft">{intro}</p>}
      <div className="mt-7">
        <NeedsJavascript />
        {children}
      </div>
      <p className="mt-8 text-sm">
        <Link to={to} className="py-1 text-soft underline underline-offset-4 hover:text-ink">
          {label}
        </Link>
      </p>
    </main>
  )
}
