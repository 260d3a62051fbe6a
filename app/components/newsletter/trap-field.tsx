import { useTranslation } from '#app/hooks/use-translation.ts'
import { TRAP_FIELD } from '#core/domain/subscriber.ts'

/** A field that people neither see, hear, reach nor have filled in for them, as it is inert; programs that fill in forms do not know. */
export function TrapField() {
  const { t } = useTranslation()
  return (
    <div className="sr-only" aria-hidden inert>
      <label>
        {t('newsletter.form.trap')}
        <input type="text" name={TRAP_FIELD} tabIndex={-1} autoComplete="off" defaultValue="" />
      </label>
    </div>
  )
}
