import { t } from '#app/admin/messages.ts'
import { scheduleInput } from '#core/domain/schedule-input.ts'
import type { WallTime } from '#core/domain/zoned-time.ts'

export interface SendTimeDraft extends WallTime {
  kind: 'now' | 'sunday' | 'time' | 'later'
  /** Which one is meant of a time that comes twice. */
  turn: '' | 'first' | 'second'
}

export const SEND_NOW: SendTimeDraft = { kind: 'now', date: '', time: '09:00', turn: '' }

/** When an issue is to be sent, as `approve-newsletter` takes it; nothing when somebody will say so. */
export function readSendTime(
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
