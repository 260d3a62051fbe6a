/** The time for which a button shows its result. */
const SAID_MS = 2_500

const timers = new WeakMap<Element, ReturnType<typeof setTimeout>>()

/** Handles a button in the text of an article: copies the code before it or the address of the article, or shares that. */
export async function press(target: Element): Promise<void> {
  const button = target.closest<HTMLElement>('[data-copies],[data-shares]')
  if (!button) return
  const { copies, shares, title = '' } = button.dataset
  if (shares) {
    // A reader who closes the dialog has changed their mind, which needs no answer.
    await navigator.share({ title, url: shares }).catch(() => {})
    return
  }
  // The copied text lacks its last line break, which would run a command that is pasted into a terminal.
  const text = copies || button.parentElement?.querySelector('code')?.textContent.replace(/\n$/, '')
  say(button, (await copy(text ?? '')) ? 'done' : 'failed')
}

async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    // Sites without https have no clipboard, and a reader may have forbidden it.
    return copySelection(text)
  }
}

function copySelection(text: string): boolean {
  const field = document.createElement('textarea')
  const focused = document.activeElement
  field.value = text
  field.readOnly = true
  field.className = 'sr-only'
  document.body.append(field)
  field.select()
  const isCopied = document.execCommand('copy')
  field.remove()
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true })
  return isCopied
}

/** Shows the result on the button, and to screen readers in the status below the text, and clears both after a moment. */
function say(button: HTMLElement, outcome: 'done' | 'failed'): void {
  const status = document.querySelector<HTMLElement>('[data-copy-status]')
  const words = button.dataset[outcome] ?? status?.dataset[outcome] ?? ''
  button.dataset.label ??= button.textContent
  const { label } = button.dataset
  button.textContent = words
  if (status) {
    status.lang = button.closest<HTMLElement>('[lang]')?.lang ?? ''
    status.textContent = words
  }
  clearTimeout(timers.get(button))
  timers.set(
    button,
    setTimeout(() => {
      button.textContent = label ?? ''
      if (status?.textContent === words) status.textContent = ''
    }, SAID_MS),
  )
}
