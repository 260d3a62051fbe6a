import { Link } from 'react-router'
import { t } from '#app/admin/kit/messages.ts'
import { HOME_PATH } from '#app/admin/kit/paths.ts'
import { useMember } from '#app/admin/kit/session/member.tsx'
import { describeRole } from '#app/admin/people/people-queries.ts'
import { buttonStyles } from '#app/components/ui/button.tsx'

/** Shown instead of a screen that is not for the role of the member. */
export function NotForRole() {
  const member = useMember()
  return (
    <>
      <h1 className="font-display font-medium text-title-lg">{t('shell.notForRole.title')}</h1>
      <p className="mt-3 mb-6 max-w-prose text-soft">
        {t('shell.notForRole.text', { role: describeRole(member) })}
      </p>
      <Link to={HOME_PATH} className={buttonStyles({ variant: 'secondary' })}>
        {t('shell.notForRole.start')}
      </Link>
    </>
  )
}
