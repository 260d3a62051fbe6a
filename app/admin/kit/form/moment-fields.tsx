import { SelectControl } from '#app/admin/kit/form/select-control.tsx'
import { t } from '#app/admin/kit/messages.ts'
import { browserZone, formatClock, formatHere, knownZone } from '#app/admin/kit/ui/format.ts'
import { Field, TextField } from '#app/components/ui/field.tsx'
import { momentsOf, wallTimeAt } from '#core/domain/zoned-time.ts'

interface MomentFieldsProps {
  value: ChosenTime
  onChange: (value: ChosenTime) => void
  problems: TimeProblems
  /** The time zone in which the publication plans. */
  planningZone: string
}

/** Date, time and time zone, with what that is on this computer, and which one is meant of a time that comes twice. */
export function MomentFields({ value, onChange, problems, planningZone }: MomentFieldsProps) {
  const zone = knownZone(value.zone)
  const isComplete = value.date !== '' && value.time !== ''
  const [first, second] = isComplete ? momentsOf(value, zone) : []
  const moment = value.turn === 'second' ? (second ?? first) : first
  const zones = listZones(planningZone, zone)
  const change = (part: Partial<ChosenTime>) => onChange({ ...value, ...part })
  return (
    <div className="grid max-w-lg gap-4 pt-1 sm:grid-cols-2">
      <TextField
        label={t('schedule.date')}
        type="date"
        value={value.date}
        error={problems.date}
        onChange={({ target }) => change({ date: target.value })}
      />
      <TextField
        label={t('schedule.time')}
        type="time"
        value={value.time}
        error={problems.time ?? (isComplete && !first ? t('publish.gap') : undefined)}
        onChange={({ target }) => change({ time: target.value })}
      />
      <Field
        label={t('schedule.zone')}
        error={problems.zone}
        hint={moment && zone !== browserZone() ? t('publish.here', { when: formatHere(moment) }) : undefined}
        className="sm:col-span-2"
      >
        {(control) => (
          <SelectControl
            {...control}
            value={zone}
            onChange={({ target }) => change({ zone: target.value, turn: '' })}
          >
            <optgroup label={t('schedule.zone.usual')}>
              {zones.usual.map(([name, label]) => (
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
          error={problems.turn}
          className="sm:col-span-2"
        >
          {(control) => (
            <SelectControl
              {...control}
              value={value.turn}
              onChange={({ target }) => change({ turn: target.value as ChosenTime['turn'] })}
            >
              <option value="">{t('schedule.turn.none')}</option>
              <option value="first">{t('schedule.turn.first', { time: formatClock('UTC', first) })}</option>
              <option value="second">
                {t('schedule.turn.second', { time: formatClock('UTC', second) })}
              </option>
            </SelectControl>
          )}
        </Field>
      )}
    </div>
  )
}

/** The time zones to choose from: those of the publication, of this computer and the chosen one first. */
function listZones(planningZone: string, own: string) {
  const here = browserZone()
  const usual = new Map([[planningZone, t('schedule.zone.newsletter', { zone: planningZone })]])
  for (const [zone, label] of [
    [here, t('schedule.zone.browser', { zone: here })],
    ['UTC', 'UTC'],
    [own, own],
  ] as const)
    if (!usual.has(zone)) usual.set(zone, label)
  return { usual: [...usual], others: Intl.supportedValuesOf('timeZone').filter((zone) => !usual.has(zone)) }
}

/** A time as it is chosen, not yet validated. */
export interface ChosenTime {
  date: string
  time: string
  zone: string
  /** Tells which one is meant of a time that comes twice. */
  turn: '' | 'first' | 'second'
}

export type TimeProblems = Partial<Record<keyof ChosenTime, string>>

/** A moment as clocks of a time zone show it. */
export function chosen(moment: Date, zone: string): ChosenTime {
  const wall = wallTimeAt(moment, zone)
  const [first, second] = momentsOf(wall, zone)
  const turn = second ? (moment.getTime() === first?.getTime() ? 'first' : 'second') : ''
  return { ...wall, zone, turn }
}
