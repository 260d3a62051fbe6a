import { loadAhead } from '#app/reader/load-ahead.ts'

const BUTTON = '[data-scripted=search]'

/** Opens the search over the page. Its code is loaded when a reader points at its button, or opens it. */
export function followSearch(): void {
  // A reload forgets the search that was open in this entry of the history, so the entry before is shown.
  if (history.state?.search) history.back()
  loadAhead(BUTTON, loadSearch)
  document.addEventListener('submit', (event) => {
    const form = event.target as HTMLFormElement
    if (!form.querySelector(BUTTON)) return
    event.preventDefault()
    void openSearch(form)
  })
  document.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.isComposing || event.altKey) return
    const isCommand = event.ctrlKey || event.metaKey
    const isShortcut = isCommand ? event.key === 'k' : event.key === '/' && !isTyping(event.target)
    const form = document.querySelector(BUTTON)?.closest('form')
    if (!isShortcut || !form || document.querySelector('dialog:modal')) return
    event.preventDefault()
    void openSearch(form)
  })
}

const loadSearch = () => import('#app/reader/search-island.tsx')

/** Covers the page at once, and fills the dialog when its code is there. Without it the form leads to the search page. */
async function openSearch(form: HTMLFormElement): Promise<void> {
  if (document.querySelector('dialog:modal')) return
  const dialog = document.getElementById('search-overlay')
  if (!(dialog instanceof HTMLDialogElement)) return form.submit()
  dialog.showModal()
  try {
    const { start } = await loadSearch()
    if (dialog.open) await start(dialog)
  } catch (error) {
    console.error(error)
    // A reader who has closed it in the meantime reads on.
    if (!dialog.open) return
    dialog.close()
    form.submit()
  }
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input, textarea, select, [role=textbox]'))
  )
}
