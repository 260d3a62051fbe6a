import CircleCheck from 'lucide-react/icons/circle-check'
import { Link } from 'react-router'
import { useDeskFacts } from '#app/admin/dashboard/dashboard-queries.ts'
import { t } from '#app/admin/messages.ts'
import { formatTime, listWrong, nameOfFault, type Wrong } from '#app/admin/system/describe-system.ts'
import { Announcement } from '#app/admin/ui/announcement.tsx'
import { Folded } from '#app/admin/ui/folded.tsx'
import { Notice } from '#app/admin/ui/notice.tsx'
import type { SystemChecks, SystemFault, SystemState } from '#core/domain/system.ts'

const LINK = 'inline-flex min-h-6 items-center text-ink underline underline-offset-4'

interface WrongListProps {
  state: SystemState
  /** Undefined until the checks have ended. */
  checks: SystemChecks | undefined
}

/** Lists problems, what is to be decided, warnings, and what was wrong within a day. The badge of the menu counts the first two. */
export function WrongList({ state, checks }: WrongListProps) {
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
