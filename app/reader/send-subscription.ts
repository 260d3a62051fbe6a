import { browserClient } from '#app/browser-client.ts'
import { loadPage } from '#app/reader/page-here.ts'
import { announce } from '#app/reader/toasts.tsx'
import { mailStaysHere } from '#core/data/mail-transport.ts'
import { OUTCOME_MESSAGES, type SubscribeOutcome, subscribe } from '#core/data/subscribers.ts'
import { checkSubscriberEmail, HONEYPOT_FIELD } from '#core/domain/subscriber.ts'
import type { Language } from '#core/i18n/languages.ts'

interface Subscribed {
  outcome: SubscribeOutcome
  /** The mail with the link stays on the server, because no mail leaves this site. */
  mailStays: boolean
}

const TRAPPED: Subscribed = { outcome: 'check_your_mail', mailStays: false }
const sending = new WeakSet<HTMLFormElement>()

/** Signs up the address in a form, and shows the outcome. */
export async function send(form: HTMLFormElement): Promise<void> {
  const { language, t } = await loadPage()
  const field = form.querySelector<HTMLInputElement>('[type=email]')
  const button = form.querySelector('button')
  // A second press waits for the same code and words.
  if (!field || !button || sending.has(form)) return
  const checked = checkSubscriberEmail(field.value)
  showProblem(field, 'problem' in checked ? t(checked.problem) : '')
  if ('problem' in checked) return announce({ title: t(checked.problem), variant: 'destructive' })
  const isTrapped = Boolean(new FormData(form).get(HONEYPOT_FIELD))
  const focused = document.activeElement
  const label = button.textContent
  sending.add(form)
  field.disabled = button.disabled = true
  button.textContent = button.dataset.busy ?? label
  const { outcome, mailStays } = isTrapped ? TRAPPED : await subscribeHere(checked.email, language)
  sending.delete(form)
  button.textContent = label
  field.disabled = false
  if (outcome === 'check_your_mail') field.value = ''
  button.disabled = field.value === ''
  restoreFocus(focused, field)
  announce({
    title: t(OUTCOME_MESSAGES[outcome]),
    ...(mailStays && outcome === 'check_your_mail' && { description: t('toast.subscribe.mailStays') }),
    variant: outcome === 'check_your_mail' ? 'default' : 'destructive',
  })
}

async function subscribeHere(email: string, language: Language): Promise<Subscribed> {
  try {
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

/** Shows the problem below the field, until something else is typed; nothing if there is none. */
function showProblem(field: HTMLInputElement, problem: string): void {
  document.getElementById(`${field.id}-error`)?.remove()
  field.toggleAttribute('aria-describedby', false)
  field.ariaInvalid = null
  if (!problem) return
  const said = document.createElement('p')
  said.id = `${field.id}-error`
  said.className = 'mt-1.5 text-sm text-red'
  said.textContent = problem
  field.after(said)
  field.ariaInvalid = 'true'
  field.setAttribute('aria-describedby', said.id)
  field.addEventListener('input', () => showProblem(field, ''), { once: true })
}

/**
 * A control loses focus when it is disabled. This focuses it again, or the field if the control is still disabled, unless the reader has
 * moved focus elsewhere in the meantime.
 */
function restoreFocus(before: Element | null, field: HTMLInputElement): void {
  const now = document.activeElement
  if (!before || !field.form?.contains(before) || (now !== before && now !== document.body)) return
  const target = before instanceof HTMLElement && !before.matches(':disabled') ? before : field
  target.focus({ preventScroll: true })
}
