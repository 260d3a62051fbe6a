import { MomentFields } from '#app/admin/kit/form/moment-fields.tsx'
import { t } from '#app/admin/kit/messages.ts'
import { formatHere } from '#app/admin/kit/ui/format.ts'
import type { PublishPlan } from '#app/admin/stories/publish/plan.ts'
import type { PlanProblems } from '#app/admin/stories/publish/publish-panel.tsx'

interface TimeFieldsProps {
  plan: PublishPlan
  onChange: (plan: PublishPlan) => void
  problems: PlanProblems
  planningZone: string
  /** True if there is a choice of when; an article that is published has none. */
  canSchedule: boolean
  /** The date in the form; empty for the moment of publishing. */
  date: string
}

const CHOICE = 'flex min-h-11 cursor-pointer items-center gap-2.5 text-sm sm:min-h-9'
const CONTROL = 'size-4.5 shrink-0 accent-ink'

/** The choice whether the article is published now or at a time, and until when. */
export function TimeFields(props: TimeFieldsProps) {
  const { plan, onChange, problems, planningZone, canSchedule, date } = props
  const isBackdated = date !== '' && Date.parse(date) < Date.now() - 60_000
  return (
    <fieldset>
      <legend className="mb-1 font-semibold text-sm">{t('publish.when')}</legend>
      {canSchedule && (
        <>
          <label className={CHOICE}>
            <input
              type="radio"
              name="publish-when"
              className={CONTROL}
              checked={plan.when === 'now'}
              onChange={() => onChange({ ...plan, when: 'now' })}
            />
            {isBackdated ? t('publish.nowDated', { when: formatHere(new Date(date)) }) : t('publish.now')}
          </label>
          <label className={CHOICE}>
            <input
              type="radio"
              name="publish-when"
              className={CONTROL}
              checked={plan.when === 'at'}
              onChange={() => onChange({ ...plan, when: 'at' })}
            />
            {t('publish.at')}
          </label>
          {plan.when === 'at' && (
            <fieldset aria-label={t('publish.at')} className="pb-3 pl-7">
              <MomentFields
                value={plan.at}
                onChange={(at) => onChange({ ...plan, at })}
                problems={problems.at}
                planningZone={planningZone}
              />
            </fieldset>
          )}
        </>
      )}
      <label className={CHOICE}>
        <input
          type="checkbox"
          className={CONTROL}
          checked={plan.ends}
          onChange={({ target }) => onChange({ ...plan, ends: target.checked })}
        />
        {t('publish.end')}
      </label>
      {plan.ends && (
        <fieldset aria-label={t('publish.end')} className="pl-7">
          <MomentFields
            value={plan.end}
            onChange={(end) => onChange({ ...plan, end })}
            problems={problems.end}
            planningZone={planningZone}
          />
          <p className="mt-2 text-faint text-sm">{t('publish.end.hint')}</p>
        </fieldset>
      )}
    </fieldset>
  )
}
