/** Loads the code of a button when a reader points at it or comes to it by keyboard. */
export function loadAhead(button: string, load: () => Promise<unknown>): void {
  for (const type of ['pointerover', 'focusin'])
    document.addEventListener(type, ({ target }) => {
      if (target instanceof Element && target.closest(button)) void load().catch(() => {})
    })
}
