import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { t } from '#app/admin/messages.ts'
import { demoQuery } from '#app/admin/setup/setup-queries.ts'
import { DEMO_STEP, setupPath } from '#app/admin/setup/setup-steps.ts'
import { Notice } from '#app/admin/ui/notice.tsx'

/** How many articles of the demo would move with the sections: who begins empty need not care for them. */
export function DemoInSections() {
  const count = useQuery(demoQuery).data?.removable.articles ?? 0
  if (count === 0) return null
  return (
    <Notice title={t('setup.demo.inSections', { count })} className="mb-6">
      <p>
        {t('setup.demo.inSections.text')}{' '}
        <Link
          to={setupPath(DEMO_STEP)}
          className="inline-flex min-h-6 items-center underline underline-offset-4"
        >
          {t('setup.demo.inSections.link')}
        </Link>
      </p>
    </Notice>
  )
}
