import { Link } from 'react-router'
import { Notice } from '#app/admin/ui/notice.tsx'
import { buttonStyles } from '#app/components/ui/button.tsx'

/** Before a link is spent in a browser where somebody is signed in. */
export function SignedInNotice({ email }: { email: string }) {
  return (
    <Notice tone="warning" className="mb-6" title={<>You are signed in as {email}</>}>
      <p>Going on signs you out in this browser, and signs in the account that this link was sent to.</p>
    </Notice>
  )
}

/** In place of a form whose link is of no use, with the way to a new one. */
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
