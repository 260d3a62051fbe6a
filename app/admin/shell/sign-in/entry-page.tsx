import { Link } from 'react-router'
import { t } from '#app/admin/kit/messages.ts'
import { FilledMessage, Notice } from '#app/admin/kit/ui/notice.tsx'
import { ScreenTitle } from '#app/admin/shell/screen-title.tsx'
import { buttonStyles } from '#app/components/ui/button.tsx'
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
      <ScreenTitle />
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
        <Link
          to={to}
          reloadDocument={!back}
          className="py-1 text-soft underline underline-offset-4 hover:text-ink"
        >
          {label}
        </Link>
      </p>
    </main>
  )
}

/** Warns that using the link signs out the user of this browser. */
export function SignedInNotice({ email }: { email: string }) {
  return (
    <Notice tone="warning" className="mb-6" title={t('signIn.signedInAs', { email })}>
      <p>{t('signIn.signedInWarning')}</p>
    </Notice>
  )
}

/** Shown instead of the form when the link cannot be used, with a link to request another one. */
export function InvalidLink({ why, to, action }: { why: string; to: string; action: string }) {
  return (
    <>
      <p className="text-soft">{why}</p>
      <Link to={to} className={buttonStyles({ className: 'mt-6' })}>
        {action}
      </Link>
    </>
  )
}

/** Tells users of a browser without scripts that the admin area needs them. */
export function NeedsJavascript() {
  return (
    <noscript>
      <p className="mb-6 border border-edge px-4 py-3 text-sm">{t('shell.needsJavascript')}</p>
    </noscript>
  )
}
