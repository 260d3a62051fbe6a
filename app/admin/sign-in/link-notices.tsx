import { Link } from 'react-router'
import { t } from '#app/admin/messages.ts'
import { Notice } from '#app/admin/ui/notice.tsx'
import { buttonStyles } from '#app/components/ui/button.tsx'

/** Warns that using the link signs out the user of this browser. */
export function SignedInNotice({ email }: { email: string }) {
  return (
    <Notice tone="warning" className="mb-6" title={t('signIn.signedInAs', { email })}>
      <p>{t('signIn.signedInWarning')}</p>
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
