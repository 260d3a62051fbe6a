import type { UseQueryResult } from '@tanstack/react-query'
import { describeError } from '#app/admin/errors/describe-error.ts'
import { t } from '#app/admin/messages.ts'
import { formatTime, nameOfCheck } from '#app/admin/system/describe-system.ts'
import { Folded } from '#app/admin/ui/folded.tsx'
import { Notice } from '#app/admin/ui/notice.tsx'
import { PageSection } from '#app/admin/ui/page-section.tsx'
import { Badge, type BadgeTone } from '#app/components/ui/badge.tsx'
import { Button } from '#app/components/ui/button.tsx'
import type { CheckState, SystemChecks } from '#core/domain/system.ts'

const STATES: Record<CheckState, [tone: BadgeTone, name: string]> = {
  ok: ['green', t('system.check.ok')],
  warning: ['orange', t('system.check.warning')],
  problem: ['red', t('system.check.problem')],
}

/** What the checks have found, folded, and the button that does them again. */
export function ChecksSection({ checks }: { checks: UseQueryResult<SystemChecks> }) {
  const { data, error, isFetching, refetch } = checks
  return (
    <PageSection id="checks" title={t('system.checks')} intro={t('system.checks.intro')}>
      <div className="space-y-4 text-sm" aria-busy={isFetching}>
        {error && (
          <Notice tone="problem" role="alert" title={t('system.checks.fail')}>
            <p>{describeError(error)}</p>
          </Notice>
        )}
        <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
          <Button variant="secondary" aria-disabled={isFetching} onClick={() => isFetching || void refetch()}>
            {t(isFetching ? 'system.checks.busy' : 'system.checks.again')}
          </Button>
          <p role="status" className="text-faint">
            {data && !isFetching && t('system.checks.at', { at: formatTime(data.at) })}
          </p>
        </div>
        {data && (
          <Folded title={t('system.checks.all', { count: data.findings.length })}>
            <ul className="divide-y divide-line border-line border-y">
              {data.findings.map(({ name, state, found }) => (
                <li key={name} className="py-3">
                  <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
                    <h3 className="font-medium">{nameOfCheck(name)}</h3>
                    <Badge tone={STATES[state][0]} look="plain">
                      {STATES[state][1]}
                    </Badge>
                  </div>
                  <p className="mt-1 text-soft wrap-anywhere">
                    <bdi>{found}</bdi>
                  </p>
                </li>
              ))}
            </ul>
          </Folded>
        )}
      </div>
    </PageSection>
  )
}
