import ChevronRight from 'lucide-react/icons/chevron-right'
import { Link } from 'react-router'
import { t } from '#app/admin/kit/messages.ts'
import { DRAFTS_PATH } from '#app/admin/kit/paths.ts'
import type { WaitingLine } from '#app/admin/kit/room.ts'
import { useMayOpen } from '#app/admin/kit/session/member.tsx'
import { describeWaiting } from '#app/admin/shell/dashboard/describe-waiting.ts'
import type { Waiting } from '#core/domain/dashboard.ts'

/** More lines than this are counted. */
const MAX_LINES = 12

/** Tells whether something waits, or goes out soon. */
export function hasWaiting(waiting: Waiting): boolean {
  const { now, soon } = describeWaiting(waiting)
  return now.length + soon.length > 0
}

interface WaitingSectionProps {
  waiting: Waiting
  title?: string
  /** The text when nothing waits now. */
  empty?: string | null
}

/** Shows what waits for the editor, what goes out soon, and what is not set up. */
export function WaitingSection({
  waiting,
  title = t('dashboard.waiting.title'),
  empty = t('dashboard.waiting.nothing'),
}: WaitingSectionProps) {
  const mayOpen = useMayOpen()
  const { now, soon, ...lines } = describeWaiting(waiting)
  // Others are set up by an administrator.
  const setUp = lines.setUp.filter(({ to }) => mayOpen(to))
  return (
    <section aria-labelledby="waiting" className="mb-12">
      <h2 id="waiting" className="border-ink border-b pb-2.5 font-semibold">
        {title}
      </h2>
      <div className={`gap-x-12 space-y-5 ${setUp.length > 0 ? 'lg:grid lg:grid-cols-[3fr_2fr]' : ''}`}>
        <div className="space-y-5">
          {now.length > 0 && <Lines lines={now} />}
          {now.length === 0 && empty && <p className="pt-4 text-sm text-soft">{empty}</p>}
          <Group
            title={t('dashboard.waiting.soon')}
            lines={soon}
            className={now.length === 0 && !empty ? 'pt-3' : ''}
          />
        </div>
        <Group title={t('dashboard.waiting.setUp')} lines={setUp} className="lg:pt-3" />
      </div>
    </section>
  )
}

interface GroupProps {
  title: string
  lines: readonly WaitingLine[]
  className: string
}

function Group({ title, lines, className }: GroupProps) {
  if (lines.length === 0) return null
  return (
    <div className={className}>
      <h3 className="text-faint text-sm">{title}</h3>
      <Lines lines={lines} />
    </div>
  )
}

function Lines({ lines }: { lines: readonly WaitingLine[] }) {
  const more = lines.length - MAX_LINES
  return (
    <ul className="divide-y divide-line">
      {lines.slice(0, MAX_LINES).map((line) => (
        <Line key={`${line.to} ${line.text}`} line={line} />
      ))}
      {more > 0 && (
        <li className="py-3 text-sm">
          <Link to={DRAFTS_PATH} className="underline underline-offset-4">
            {t('dashboard.waiting.more', { count: more })}
          </Link>
        </li>
      )}
    </ul>
  )
}

function Line({ line: { text, detail, links, to } }: { line: WaitingLine }) {
  return (
    <li className="py-1 text-sm">
      <Link
        to={to}
        className="group -mx-2 flex min-h-11 items-center justify-between gap-4 rounded-sm px-2 py-1.5 hover:bg-wash"
      >
        <span className="min-w-0">
          <span className="block wrap-anywhere underline decoration-transparent underline-offset-4 group-hover:decoration-current">
            {text}
          </span>
          {detail && <span className="mt-0.5 block text-faint wrap-anywhere">{detail}</span>}
        </span>
        <ChevronRight aria-hidden size={16} className="shrink-0 text-faint" />
      </Link>
      {links && (
        <p className="-mt-1.5 flex flex-wrap gap-x-4">
          {links.map(({ label, to: address, lang }) => (
            <Link
              key={address}
              to={address}
              lang={lang}
              className="inline-flex min-h-9 max-w-full items-center text-faint wrap-anywhere underline decoration-line underline-offset-4 hover:text-ink"
            >
              {label}
            </Link>
          ))}
        </p>
      )}
    </li>
  )
}
