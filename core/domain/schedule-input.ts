import { z } from '#core/domain/schema.ts'
import { isTimeZone } from '#core/domain/settings.ts'
import { momentsOf } from '#core/domain/zoned-time.ts'

/** The time at which a draft is to be published. `turn` selects one of two moments if a time occurs twice. */
export const scheduleInput = z
  .object({
    date: z.string().regex(/^\d{4}-\d\d-\d\d$/, 'Please choose a date.'),
    time: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Please choose a time, such as 09:00.'),
    zone: z.string().refine(isTimeZone, 'Please choose a time zone.'),
    turn: z.enum(['', 'first', 'second']).catch(''),
  })
  .transform(({ date, time, zone, turn }, context) => {
    const [first, second] = momentsOf({ date, time }, zone)
    if (!first) {
      const message =
        'There is no such time on this day, because clocks go forward. Please choose another one.'
      context.addIssue({ code: 'custom', path: ['time'], message })
      return z.NEVER
    }
    if (second && turn === '') {
      const message = 'This time comes twice on this day, because clocks go back. Please choose which one.'
      context.addIssue({ code: 'custom', path: ['turn'], message })
      return z.NEVER
    }
    return { publishAt: second && turn === 'second' ? second : first, zone }
  })
