import { Button } from '#app/components/ui/button.tsx'
import { Field } from '#app/components/ui/field.tsx'
import { useTranslation } from '#app/hooks/use-translation.ts'
import { HONEYPOT_FIELD } from '#core/domain/subscriber.ts'
import { localizedPath } from '#core/i18n/languages.ts'
import type { PageKey } from '#core/i18n/translator.ts'
import { SUBSCRIBE_PATH } from '#core/paths.ts'

interface SubscribeFormProps {
  /** The id of its field, to which an address may lead. */
  id?: string
  /** The typed address, if the page is rendered again after a form was sent without scripts. */
  typed?: string
  /** The problem of that address. */
  problem?: PageKey | undefined
}

/** Until an address is typed the button is drawn as an outline, at full contrast; then it is filled. The same without scripts. */
const AT_REST =
  'disabled:bg-brand/18 disabled:text-ink disabled:opacity-100! group-has-placeholder-shown:bg-brand/18 group-has-placeholder-shown:text-ink'

/** Signs up without leaving the page (app/reader/subscribe.ts). Without scripts the browser posts the form to /subscribe. */
export function SubscribeForm({ id, typed = '', problem }: SubscribeFormProps) {
  const { language, t } = useTranslation()
  return (
    <form
      method="post"
      action={localizedPath(SUBSCRIBE_PATH, language)}
      data-scripted="subscribe"
      className="group flex flex-col gap-2 sm:flex-row sm:items-start"
    >
      <Field
        {...(id && { id })}
        label={t('newsletter.form.email.label')}
        labelHidden
        error={problem && t(problem)}
        className="min-w-0 grow"
      >
        {(control) => (
          <input
            {...control}
            type="email"
            name="email"
            required
            // biome-ignore lint/a11y/noAutofocus: after a form was sent without scripts, as the script does it otherwise
            autoFocus={Boolean(problem)}
            autoComplete="email"
            placeholder={t('newsletter.form.email.placeholder')}
            defaultValue={typed}
          />
        )}
      </Field>
      <HoneypotField />
      <Button type="submit" variant="brand" className={AT_REST} data-busy={t('newsletter.form.busy')}>
        {t('newsletter.form.submit')}
      </Button>
    </form>
  )
}

/** A field that people neither see, hear, reach nor have filled in for them, as it is inert; programs that fill in forms do not know. */
function HoneypotField() {
  const { t } = useTranslation()
  return (
    <div className="sr-only" aria-hidden inert>
      <label>
        {t('newsletter.form.honeypot')}
        <input type="text" name={HONEYPOT_FIELD} tabIndex={-1} autoComplete="off" defaultValue="" />
      </label>
    </div>
  )
}
