import type { UseQueryResult } from '@tanstack/react-query'
import CircleCheck from 'lucide-react/icons/circle-check'
import { Link, useOutletContext } from 'react-router'
import { describeError } from '#app/admin/kit/errors/describe-error.ts'
import { t } from '#app/admin/kit/messages.ts'
import { useDeskFacts } from '#app/admin/kit/query/desk-facts.ts'
import { Announcement, Notice } from '#app/admin/kit/ui/notice.tsx'
import { Folded, PageSection } from '#app/admin/kit/ui/page-section.tsx'
import {
  formatTime,
  listWrong,
  nameOfCheck,
  nameOfFault,
  type Wrong,
} from '#app/admin/operations/system/describe-system.ts'
import {
  ProcessesSection,
  ServicesSection,
  StorageSection,
  VersionsSection,
} from '#app/admin/operations/system/services-section.tsx'
import { useSystemChecks } from '#app/admin/operations/system/system-queries.ts'
import { Badge, type BadgeTone } from '#app/components/ui/badge.tsx'
import { Button } from '#app/components/ui/button.tsx'
import type { CheckState, SystemChecks, SystemFault, SystemState } from '#core/domain/system.ts'

export default function SystemOverview() {
  const state = useOutletContext<SystemState>()
  const checks = useSystemChecks()
  return (
    <>
      <WrongList state={state} checks={checks.data} />
      <ChecksSection checks={checks} />
      <ServicesSection state={state} />
      <StorageSection state={state} />
      <ProcessesSection processes={state.processes} />
      <VersionsSection versions={state.versions} update={state.update} />
    </>
  )
}

const STATES: Record<CheckState, [tone: BadgeTone, name: string]> = {
  ok: ['green', t('system.check.ok')],
  warning: ['orange', t('system.check.warning')],
  problem: ['red', t('system.check.problem')],
}

/** Shows what the checks have found, folded, and the button that does them again. */
function ChecksSection({ checks }: { checks: UseQueryResult<SystemChecks> }) {
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

const LINK = 'inline-flex min-h-6 items-center text-ink underline underline-offset-4'

interface WrongListProps {
  state: SystemState
  /** Undefined until the checks have ended. */
  checks: SystemChecks | undefined
}

/** Lists problems, what is to be decided, warnings, and what was wrong within a day. The badge of the menu counts the first two. */
function WrongList({ state, checks }: WrongListProps) {
  const gaps = useDeskFacts()?.waiting.setUp
  const listed = Object.groupBy(listWrong(state, checks, gaps), ({ tone }) => tone)
  const wrong = listed.problem ?? []
  const ended = state.faults.filter(({ ended_at }) => ended_at !== null)
  const summary =
    wrong.length === 0
      ? t(checks ? 'system.wrong.nothing' : 'system.wrong.nothingYet')
      : t('system.wrong.count', { count: wrong.length })
  return (
    <section aria-labelledby="wrong" className="mb-10">
      <h2 id="wrong" className="flex items-center gap-2.5 font-display font-medium text-title-sm">
        {wrong.length === 0 && <CircleCheck aria-hidden size={20} className="shrink-0 text-green" />}
        {summary}
      </h2>
      <Announcement>{summary}</Announcement>
      <WrongItems items={wrong} headingId="wrong" />
      <FurtherItems items={listed.decision} title="system.wrong.decisions" />
      <FurtherItems items={listed.warning} title="system.wrong.warnings" />
      {ended.length > 0 && <EndedFaults faults={ended} />}
    </section>
  )
}

interface FurtherItemsProps {
  items: readonly Wrong[] | undefined
  title: 'system.wrong.decisions' | 'system.wrong.warnings'
}

function FurtherItems({ items = [], title }: FurtherItemsProps) {
  if (items.length === 0) return null
  return (
    <>
      <h3 id={title} className="mt-6 font-medium">
        {t(title, { count: items.length })}
      </h3>
      <WrongItems items={items} headingId={title} />
    </>
  )
}

function WrongItems({ items, headingId }: { items: readonly Wrong[]; headingId: string }) {
  if (items.length === 0) return null
  return (
    <ul aria-labelledby={headingId} className="mt-4 max-w-3xl space-y-5">
      {items.map((item) => (
        <WrongItem key={item.id} item={item} />
      ))}
    </ul>
  )
}

function WrongItem({ item: { tone, text, detail, advice, link } }: { item: Wrong }) {
  return (
    <li>
      <Notice tone={tone === 'decision' ? 'plain' : tone} className="wrap-anywhere" title={<bdi>{text}</bdi>}>
        <div className="space-y-1">
          {detail && <p>{detail}</p>}
          {advice && <p>{advice}</p>}
          {link && (
            <p>
              <Link to={link.to} className={LINK}>
                {link.label}
              </Link>
            </p>
          )}
        </div>
      </Notice>
    </li>
  )
}

function EndedFaults({ faults }: { faults: readonly SystemFault[] }) {
  return (
    <Folded title={t('system.ended', { count: faults.length })} className="mt-5 max-w-3xl">
      <ul className="divide-y divide-line border-line border-y">
        {faults.map((fault) => (
          <li key={`${fault.kind} ${fault.since}`} className="py-3 wrap-anywhere">
            <bdi>{t('system.fault.lasts', { name: nameOfFault(fault.kind), message: fault.message })}</bdi>
            <p className="mt-0.5 text-faint">
              {t('system.fault.ended', {
                since: formatTime(fault.since),
                ended: formatTime(fault.ended_at ?? fault.last_at),
                count: fault.times,
              })}
            </p>
          </li>
        ))}
      </ul>
    </Folded>
  )
}
