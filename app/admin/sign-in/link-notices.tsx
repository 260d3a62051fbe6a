import { Link } from 'react-router'
import { Notice } from '#app/admin/ui/notice.tsx'
import { buttonStyles } from '#app/components/ui/button.tsx'

/** Warns that using the link signs out the user of this browser. */
export function SignedInNotice({ email }: { email: string }) {
  return (
    <Notice tone="warning" className="mb-6" title={<>You are signed in as {email}</>}>
      <p>Going on signs you out in this browser, and signs in the account that this link was sent to.</p>
    </Notice>
  )
}

/** Shown instead of the form when the link cannot be used, with a link to request another one. */
export function UselessLink({ why, to, action }: { why: string; to: string; action: string }) {
  return (
    <>
      <p className="text-soft">{why}</p>
      <Link to={to} className={buttonStyles({ className: 'mt-6' })}>
        {action}
      </Link>
    </>
  )
}
