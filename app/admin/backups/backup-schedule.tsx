import { useState } from 'react'
import { BACKUPS_KEY } from '#app/admin/backups/backups-queries.ts'
import { SelectControl } from '#app/admin/form/select-control.tsx'
import { t } from '#app/admin/messages.ts'
import { useDeskMutation } from '#app/admin/query/use-desk-mutation.ts'
import { FilledMessage } from '#app/admin/ui/filled-message.tsx'
import { LocalTime } from '#app/admin/ui/local-time.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { Field } from '#app/components/ui/field.tsx'
import { saveBackupSchedule } from '#core/data/backups.ts'
import type { Backups } from '#core/domain/backup.ts'

/** At night, where most sites are quiet. */
const SUGGESTED = '03:30'

/** Whether a backup is made each day, and at which time. */
export function BackupSchedule({ backups }: { backups: Backups }) {
  const { decided, daily_at, next_at, zone } = backups
  const [isDaily, setIsDaily] = useState(daily_at !== null || !decided)
  const [time, setTime] = useState(daily_at ?? SUGGESTED)
  const save = useDeskMutation({
    run: saveBackupSchedule,
    done: t('backups.schedule.saved'),
    invalidates: [BACKUPS_KEY],
  })

  return (
    <form
      method="post"
      className="max-w-md space-y-5"
      aria-label={t('backups.schedule')}
      onSubmit={(event) => {
        event.preventDefault()
        if (!save.isPending) void save.attempt({ daily_at: isDaily ? time : null })
      }}
    >
      <Field label={t('backups.schedule.who')}>
        {(control) => (
          <SelectControl
            {...control}
            value={isDaily ? 'daily' : 'never'}
            onChange={(event) => setIsDaily(event.target.value === 'daily')}
          >
            <option value="daily">{t('backups.schedule.daily')}</option>
            <option value="never">{t('backups.schedule.never')}</option>
          </SelectControl>
        )}
      </Field>
      {isDaily && (
        <Field label={t('backups.schedule.time')} hint={t('backups.schedule.timeHint', { zone })}>
          {(control) => (
            <input
              {...control}
              type="time"
              required
              value={time}
              onChange={(event) => setTime(event.target.value)}
            />
          )}
        </Field>
      )}
      <p className="text-sm text-soft">
        {decided && next_at ? (
          <FilledMessage
            text={t('backups.schedule.next')}
            values={{ time: <LocalTime iso={next_at} precision="zoned" /> }}
          />
        ) : (
          t(decided ? 'backups.schedule.off' : 'backups.schedule.undecided')
        )}
      </p>
      <Button type="submit" aria-disabled={save.isPending}>
        {save.isPending ? t('form.saving') : t('backups.schedule.save')}
      </Button>
    </form>
  )
}
