import { useCallback, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Button } from '#app/components/ui/button.tsx'
import { Field } from '#app/components/ui/field.tsx'
import { useToast } from '#app/components/ui/toast.tsx'
import { useHydrated } from '#app/hooks/use-hydrated.ts'
import { useTranslation } from '#app/hooks/use-translation.ts'
import type { SubscribeOutcome } from '#core/data/subscribers.ts'
import { checkSubscriberEmail, HONEYPOT_FIELD } from '#core/domain/subscriber.ts'
import { type Language, localizedPath } from '#core/i18n/languages.ts'
import type { PageKey } from '#core/i18n/translator.ts'
import { SUBSCRIBE_PATH } from '#core/paths.ts'

/** The message for each outcome. */
export const OUTCOME_MESSAGES = {
  check_your_mail: 'toast.subscribe.success',
  subscribe_failed: 'toast.subscribe.failed',
  mail_failed: 'toast.subscribe.mailFailed',
} as const satisfies Record<SubscribeOutcome, string>

interface Subscribed {
  outcome: SubscribeOutcome
  /** Whether the mail with the link stays on the server, because none leaves this site. */
  mailStays: boolean
}

const TRAPPED: Subscribed = { outcome: 'check_your_mail', mailStays: false }

interface SubscribeFormProps {
  /** What the reader typed, when the page is rendered again after a form was sent without scripts. */
  typed?: string
  /** What was wrong with it. */
  problem?: PageKey | undefined
}

/** Until an address is typed the button is drawn as an outline, at full contrast; then it is filled. The same without scripts. */
const AT_REST =
  'disabled:bg-brand/18 disabled:text-ink disabled:opacity-100! group-has-placeholder-shown:bg-brand/18 group-has-placeholder-shown:text-ink'

/** Signs up without leaving the page. Without scripts the browser posts the form to /subscribe. */
export function SubscribeForm({ typed = '', problem: known }: SubscribeFormProps) {
  const { language, t } = useTranslation()
  const { toast } = useToast()
  const hydrated = useHydrated()
  const [email, setEmail] = useState(typed)
  const [problem, setProblem] = useState(known)
  const [busy, setBusy] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const takeOver = useCallback((element: HTMLInputElement | null) => {
    input.current = element
    // A reader may have typed before the page was hydrated.
    if (element) setEmail(element.value)
  }, [])

  async function signUp(isTrapped: boolean) {
    const checked = checkSubscriberEmail(input.current?.value ?? email)
    if ('problem' in checked) {
      setProblem(checked.problem)
      toast({ title: t(checked.problem), variant: 'destructive' })
      return
    }
    const focused = document.activeElement
    setBusy(true)
    const { outcome, mailStays } = isTrapped ? TRAPPED : await subscribeInBrowser(checked.email, language)
    // Synchronously, because a disabled control cannot take focus.
    flushSync(() => {
      setBusy(false)
      if (outcome === 'check_your_mail') setEmail('')
    })
    if (input.current) restoreFocus(focused, input.current)
    toast({
      title: t(OUTCOME_MESSAGES[outcome]),
      ...(mailStays && outcome === 'check_your_mail' && { description: t('toast.subscribe.mailStays') }),
      variant: outcome === 'check_your_mail' ? 'default' : 'destructive',
    })
  }

  return (
    <form
      method="post"
      action={localizedPath(SUBSCRIBE_PATH, language)}
      noValidate={hydrated}
      data-scripted="subscribe"
      className="group flex flex-col gap-2 sm:flex-row sm:items-start"
      onSubmit={(event) => {
        event.preventDefault()
        void signUp(Boolean(new FormData(event.currentTarget).get(HONEYPOT_FIELD)))
      }}
    >
      <Field
        label={t('newsletter.form.email.label')}
        labelHidden
        error={problem && t(problem)}
        className="min-w-0 grow"
      >
        {(control) => (
          <input
            {...control}
            ref={takeOver}
            type="email"
            name="email"
            required
            // biome-ignore lint/a11y/noAutofocus: after a form was sent without scripts, as the script does it otherwise
            autoFocus={Boolean(known)}
            autoComplete="email"
            placeholder={t('newsletter.form.email.placeholder')}
            value={email}
            disabled={busy}
            onChange={(event) => {
              setEmail(event.target.value)
              setProblem(undefined)
            }}
          />
        )}
      </Field>
      <HoneypotField />
      <Button
        type="submit"
        variant="brand"
        className={AT_REST}
        disabled={hydrated && (busy || email.trim() === '')}
      >
        {busy ? t('newsletter.form.busy') : t('newsletter.form.submit')}
      </Button>
    </form>
  )
}

/**
 * A control loses focus when it is disabled. This focuses it again, or the field if the control is still disabled, unless
 * the reader has moved focus elsewhere in the meantime.
 */
function restoreFocus(before: Element | null, field: HTMLInputElement): void {
  const now = document.activeElement
  if (!before || !field.form?.contains(before) || (now !== before && now !== document.body)) return
  const target = before instanceof HTMLElement && !before.matches(':disabled') ? before : field
  target.focus({ preventScroll: true })
}

/** Imports the client only when the form is sent, because few readers need it. */
async function subscribeInBrowser(email: string, language: Language): Promise<Subscribed> {
  try {
    const [{ browserClient }, { subscribe }, { mailStaysHere }] = await Promise.all([
      import('#app/browser-client.ts'),
      import('#core/data/subscribers.ts'),
      import('#core/data/mail-transport.ts'),
    ])
    const client = browserClient()
    const [outcome, mailStays] = await Promise.all([
      subscribe(client, email, language),
      mailStaysHere(client),
    ])
    return { outcome, mailStays }
  } catch (error) {
    console.error(error)
    return { outcome: 'subscribe_failed', mailStays: false }
  }
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
