import { describeFields } from '#app/admin/articles/describe-fields.ts'
import { DeskForm, FormField, useDeskForm } from '#app/admin/form/desk-form.tsx'
import { SelectControl } from '#app/admin/form/select-control.tsx'
import { t } from '#app/admin/messages.ts'
import { useDeskMutation } from '#app/admin/query/use-desk-mutation.ts'
import { formatClock, formatIn, knownZone } from '#app/admin/schedule/format-time.ts'
import { SCHEDULE_KEY } from '#app/admin/schedule/schedule-queries.ts'
import { Button } from '#app/components/ui/button.tsx'
import { Field } from '#app/components/ui/field.tsx'
import { useToast } from '#app/components/ui/toast.tsx'
import { scheduleArticle } from '#core/data/article-schedules.ts'
import type { ArticleSchedule, ScheduleAnswer } from '#core/domain/article-schedule.ts'
import { scheduleInput } from '#core/domain/schedule-input.ts'
import { momentsOf, wallTimeAt } from '#core/domain/zoned-time.ts'

interface DescribedRefusal {
  field: 'date' | 'zone' | 'root'
  message: string
}

interface Zones {
  usual: { zone: string; label: string }[]
  others: string[]
}

const DAY_MS = 86_400_000
const USUAL_TIME = '09:00'

interface ScheduleFormProps {
  articleId: string
  schedule: ArticleSchedule | null
  /** The zone in which the publication plans; the form begins with it. */
  planningZone: string
  /** Resolves to whether the article may be scheduled as it is. */
  onSchedule: () => Promise<boolean>
  onDone: () => void
  /** Leaves the time as it is. */
  onKeep?: () => void
}

/** Date, time and time zone; and which one is meant when the clocks show that time twice. */
export function ScheduleForm(props: ScheduleFormProps) {
  const { articleId, schedule, planningZone, onSchedule, onDone, onKeep } = props
  const { toast } = useToast()
  const save = useDeskMutation({ run: scheduleArticle, invalidates: [SCHEDULE_KEY] })
  const state = useDeskForm({
    schema: scheduleInput,
    initial: { ...initialTime(schedule, planningZone), turn: '' as const },
    async submit({ publishAt, zone }): Promise<void> {
      if (!(await onSchedule())) return
      const answer = await save.mutateAsync({ id: articleId, publishAt, zone })
      const refusal = describeRefusal(answer)
      if (refusal) return state.form.setError(refusal.field, { message: refusal.message })
      const when = t('schedule.when', { when: formatIn(zone, publishAt), zone })
      toast({ title: t('schedule.done'), description: t('schedule.done.text', { when }) })
      onDone()
    },
  })
  const { register, watch, formState } = state.form
  const { date, time, zone } = watch()
  const zones = listZones({ planningZone, own: schedule?.zone })
  const [first, second] = momentsOf({ date, time }, knownZone(zone))
  return (
    <DeskForm
      state={state}
      label={t('schedule.title')}
      action={schedule?.status === 'waiting' ? t('schedule.change.action') : t('schedule.action')}
      busyAction={t('schedule.action.busy')}
      more={
        onKeep && (
          <Button variant="secondary" onClick={onKeep}>
            {t('schedule.keep')}
          </Button>
        )
      }
      secondary
      className="max-w-md"
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <FormField state={state} name="date" label={t('schedule.date')} type="date" />
        <FormField state={state} name="time" label={t('schedule.time')} type="time" />
      </div>
      <Field
        label={t('schedule.zone')}
        hint={t('schedule.zone.hint', { now: formatClock(zone, new Date()) })}
        error={formState.errors.zone?.message}
      >
        {(control) => (
          <SelectControl {...register('zone')} {...control}>
            <optgroup label={t('schedule.zone.usual')}>
              {zones.usual.map(({ zone: name, label }) => (
                <option key={name} value={name}>
                  {label}
                </option>
              ))}
            </optgroup>
            <optgroup label={t('schedule.zone.other')}>
              {zones.others.map((name) => (
                <option key={name}>{name}</option>
              ))}
            </optgroup>
          </SelectControl>
        )}
      </Field>
      {first && second && (
        <Field
          label={t('schedule.turn')}
          hint={t('schedule.turn.hint')}
          error={formState.errors.turn?.message}
        >
          {(control) => (
            <SelectControl {...register('turn')} {...control}>
              <option value="">{t('schedule.turn.none')}</option>
              <option value="first">{t('schedule.turn.first', { time: formatClock('UTC', first) })}</option>
              <option value="second">
                {t('schedule.turn.second', { time: formatClock('UTC', second) })}
              </option>
            </SelectControl>
          )}
        </Field>
      )}
    </DeskForm>
  )
}

/** The time of the present schedule; otherwise tomorrow morning. */
function initialTime(schedule: ArticleSchedule | null, planningZone: string) {
  const zone = knownZone(schedule?.zone ?? planningZone)
  if (schedule?.status === 'waiting') return { ...wallTimeAt(new Date(schedule.publish_at), zone), zone }
  return { ...wallTimeAt(new Date(Date.now() + DAY_MS), zone), time: USUAL_TIME, zone }
}

/** The time zones to choose from: those of the publication, of the schedule and of this computer first. */
function listZones({ planningZone, own }: { planningZone: string; own?: string | undefined }): Zones {
  const browserZone = new Intl.DateTimeFormat().resolvedOptions().timeZone
  const usual = new Map([
    [planningZone, t('schedule.zone.newsletter', { zone: planningZone })],
    ...(browserZone === planningZone
      ? []
      : [[browserZone, t('schedule.zone.browser', { zone: browserZone })] as const]),
    ['UTC', 'UTC'],
  ])
  if (own && !usual.has(own)) usual.set(own, own)
  return {
    usual: [...usual].map(([zone, label]) => ({ zone, label })),
    others: Intl.supportedValuesOf('timeZone').filter((zone) => !usual.has(zone)),
  }
}

/** The message of a refusal, with its field; null when the article was scheduled. */
function describeRefusal(answer: ScheduleAnswer): DescribedRefusal | null {
  switch (answer.status) {
    case 'scheduled':
      return null
    case 'past':
      return { field: 'date', message: t('schedule.refused.past') }
    case 'too_far':
      return { field: 'date', message: t('schedule.refused.tooFar') }
    case 'unknown_zone':
      return { field: 'zone', message: t('schedule.refused.unknownZone') }
    case 'gone':
      return { field: 'root', message: t('schedule.refused.gone') }
    case 'already_published':
      return { field: 'root', message: t('schedule.refused.alreadyPublished') }
    case 'incomplete':
      return {
        field: 'root',
        message: t('schedule.refused.incomplete', { fields: describeFields(answer.missing) }),
      }
  }
}
