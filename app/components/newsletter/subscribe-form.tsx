import { useState } from 'react'
import { Button } from '#app/components/ui/button.tsx'
import { Field } from '#app/components/ui/field.tsx'
import { useToast } from '#app/components/ui/toast.tsx'
import { useHydrated } from '#app/hooks/use-hydrated.ts'
import { useSiteData } from '#app/hooks/use-site-data.ts'
import { useTranslation } from '#app/hooks/use-translation.ts'
import type { SubscribeOutcome } from '#core/data/subscribers.ts'
import { checkSubscriberEmail } from '#core/domain/subscriber.ts'
import { type Language, localizedPath } from '#core/i18n/languages.ts'

/** What a reader is told about each outcome. */
export const OUTCOME_MESSAGES = {
  check_your_mail: 'toast.subscribe.success',
  subscribe_failed: 'toast.subscribe.failed',
  mail_failed: 'toast.subscribe.mailFailed',
} as const satisfies Record<SubscribeOutcome, string>

/** Signs up without leaving the page; without scripts it is sent to /subscribe like any form. */
export function SubscribeForm({ typed = '' }: { typed?: string }) {
  const { language, t } = useTranslation()
  const { publishableKey } = useSiteData()
  const { toast } = useToast()
  const hydrated = useHydrated()
  const [email, setEmail] = useState(typed)
  const [state, setState] = useState<'idle' | 'invalid' | 'busy'>('idle')
  const busy = state === 'busy'

  async function signUp() {
    const checked = checkSubscriberEmail(email)
    if ('problem' in checked) {
      setState('invalid')
      toast({ title: t(checked.problem), variant: 'destructive' })
      return
    }
    setState('busy')
    const outcome = await subscribeInBrowser(publishableKey, checked.email, language)
    setState('idle')
    if (outcome === 'check_your_mail') setEmail('')
    toast({
      title: t(OUTCOME_MESSAGES[outcome]),
      variant: outcome === 'check_your_mail' ? 'default' : 'destructive',
    })
  }

  return (
    <form
      method="post"
      action={localizedPath('/subscribe', language)}
      noValidate={hydrated}
      className="flex flex-col gap-2 sm:flex-row"
      onSubmit={(event) => {
        event.preventDefault()
        void signUp()
      }}
    >
      <Field label={t('newsletter.form.email.label')} labelHidden className="min-w-0 grow">
        {(control) => (
          <input
            {...control}
            type="email"
            name="email"
            required
            autoComplete="email"
            placeholder={t('newsletter.form.email.placeholder')}
            value={email}
            disabled={busy}
            aria-invalid={state === 'invalid' || undefined}
            onChange={(event) => {
              setEmail(event.target.value)
              setState('idle')
            }}
          />
        )}
      </Field>
      <Button type="submit" variant="brand" disabled={hydrated && (busy || email.trim() === '')}>
        {busy ? t('newsletter.form.busy') : t('newsletter.form.submit')}
      </Button>
    </form>
  )
}

/** The client is fetched only now: few readers need it. */
async function subscribeInBrowser(
  publishableKey: string,
  email: string,
  language: Language,
): Promise<SubscribeOutcome> {
  try {
    const [{ browserClient }, { subscribe }] = await Promise.all([
      import('#app/browser-client.ts'),
      import('#core/data/subscribers.ts'),
    ])
    return await subscribe(browserClient(publishableKey), email, language)
  } catch (error) {
    console.error(error)
    return 'subscribe_failed'
  }
}
