import { SelectControl } from '#app/admin/kit/form/select-control.tsx'
import { t } from '#app/admin/kit/messages.ts'
import { formatPlanned } from '#app/admin/kit/ui/format.ts'
import { Field, TextField } from '#app/components/ui/field.tsx'
import { nextSunday, type SundaySchedule } from '#core/domain/newsletter-schedule.ts'
import { scheduleInput } from '#core/domain/schedule-input.ts'
import { momentsOf, type WallTime } from '#core/domain/zoned-time.ts'

interface SendTimeProps {
  value: SendTimeDraft
  onChange: (value: SendTimeDraft) => void
  schedule: SundaySchedule
  problem: string
}

/** The choice of when the issue is sent: now, on the next Sunday, at another time, or later by hand. */
export function SendTime({ value, onChange, schedule, problem }: SendTimeProps) {
  const zone = schedule.newsletter_zone
  const now = new Date()
  const sunday = formatPlanned(nextSunday(now, schedule).at, zone)
  const chosen = value.kind === 'time' ? findSendMoment(value, { schedule, now }) : null
  const [first, second] = momentsOf(value, zone)
  const kinds = [
    ['sunday', sunday],
    ['time', t('newsletterSending.when.time')],
    ['now', t('newsletterSending.when.now')],
    ['later', t('newsletterSending.when.later')],
  ] as const
  return (
    <fieldset className="space-y-1">
      <legend className="mb-1.5 font-medium text-sm">{t('newsletterSending.when')}</legend>
      {kinds.map(([kind, label]) => (
        <label key={kind} className="flex min-h-9 cursor-pointer items-center gap-2.5 text-sm">
          <input
            type="radio"
            name="send-time"
            className="size-4.5 shrink-0 accent-ink"
            checked={value.kind === kind}
            onChange={() => onChange({ ...value, kind })}
          />
          {label}
        </label>
      ))}
      {value.kind === 'time' && (
        <div className="grid max-w-md gap-4 pt-2 pl-7 sm:grid-cols-2">
          <TextField
            label={t('newsletterSending.when.date')}
            type="date"
            value={value.date}
            error={problem}
            onChange={(event) => onChange({ ...value, date: event.target.value })}
          />
          <TextField
            label={t('newsletterSending.when.clock', { zone })}
            type="time"
            value={value.time}
            onChange={(event) => onChange({ ...value, time: event.target.value })}
          />
          {first && second && (
            <Field label={t('newsletterSending.when.turn')} className="sm:col-span-2">
              {(control) => (
                <SelectControl
                  {...control}
                  value={value.turn}
                  onChange={(event) =>
                    onChange({ ...value, turn: event.target.value as SendTimeDraft['turn'] })
                  }
                >
                  <option value="">{t('newsletterSending.when.choose')}</option>
                  <option value="first">{t('newsletterSending.when.first')}</option>
                  <option value="second">{t('newsletterSending.when.second')}</option>
                </SelectControl>
              )}
            </Field>
          )}
          {chosen && <p className="text-sm text-soft sm:col-span-2">{formatPlanned(chosen, zone)}</p>}
        </div>
      )}
    </fieldset>
  )
}

export interface SendTimeDraft extends WallTime {
  kind: 'now' | 'sunday' | 'time' | 'later'
  /** Tells which of the two moments is meant when clocks are set back. */
  turn: '' | 'first' | 'second'
}

export const SEND_ON_SUNDAY: SendTimeDraft = { kind: 'sunday', date: '', time: '09:00', turn: '' }

/** The time of sending as `approve-newsletter` takes it; empty for now and for later by hand. */
export function parseSendTime(
  draft: SendTimeDraft,
  { zone, now }: { zone: string; now: Date },
): { sendAt?: string; problem?: string } {
  if (draft.kind === 'sunday') return { sendAt: 'sunday' }
  if (draft.kind !== 'time') return {}
  const read = scheduleInput.safeParse({ ...draft, zone })
  if (!read.success) return { problem: read.error.issues[0]?.message ?? '' }
  const { publishAt } = read.data
  return publishAt > now ? { sendAt: publishAt.toISOString() } : { problem: t('newsletterSending.when.past') }
}

/** The moment that is chosen; null for now, for later by hand, and for a time that is none. */
export function findSendMoment(
  draft: SendTimeDraft,
  { schedule, now }: { schedule: SundaySchedule; now: Date },
): Date | null {
  const { sendAt } = parseSendTime(draft, { zone: schedule.newsletter_zone, now })
  if (sendAt === undefined) return null
  return sendAt === 'sunday' ? nextSunday(now, schedule).at : new Date(sendAt)
}
