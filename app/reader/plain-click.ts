/** The link that a click follows in this tab to another address of this site; null where something else happens. */
export function plainClick(event: MouseEvent): HTMLAnchorElement | null {
  const { target, button, metaKey, ctrlKey, shiftKey, altKey, defaultPrevented } = event
  // The target may be the document, which has no `closest`.
  const link = (target as Element).closest?.<HTMLAnchorElement>('a[href]')
  if (!link || button > 0 || metaKey || ctrlKey || shiftKey || altKey || defaultPrevented) return null
  return link.target || link.hasAttribute('download') || link.origin !== location.origin ? null : link
}
