const FORM = 'form[data-scripted=subscribe]'

/** Forms for the newsletter are sent without leaving the page, by code that is loaded when a reader comes to their field. */
export function followSubscribeForms(): void {
  const formOf = ({ target }: Event) =>
    target instanceof Element ? target.closest<HTMLFormElement>(FORM) : null
  const updateAll = () => {
    for (const form of document.querySelectorAll<HTMLFormElement>(FORM)) {
      form.noValidate = true
      update(form)
    }
  }
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', updateAll)
  else updateAll()
  // Browsers restore the text that was typed before.
  addEventListener('pageshow', updateAll)
  document.addEventListener('input', (event) => {
    const form = formOf(event)
    if (form) update(form)
  })
  document.addEventListener('focusin', (event) => {
    if (formOf(event)) void loadSending().catch(() => {})
  })
  document.addEventListener('submit', (event) => {
    const form = formOf(event)
    if (!form) return
    event.preventDefault()
    loadSending()
      .then(({ send }) => send(form))
      // Something could not be loaded: the browser posts it, as without scripts.
      .catch(() => form.submit())
  })
}

const loadSending = () => import('#app/reader/send-subscription.ts')

function update(form: HTMLFormElement): void {
  const [field, button] = [form.querySelector<HTMLInputElement>('[type=email]'), form.querySelector('button')]
  if (!field || !button) return
  button.disabled = field.disabled || field.value.trim() === ''
}
