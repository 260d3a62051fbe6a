/**
 * Leads to the rows of a table from a link that changes them and then may be gone, or stands below them: focus goes there,
 * and so does the view unless their beginning is in it.
 */
export function showResults(results: HTMLElement | null): void {
  if (!results) return
  results.focus({ preventScroll: true })
  if (results.getBoundingClientRect().top < 0) results.scrollIntoView({ block: 'start' })
}
