/** No program writes longer ones, and patterns would go through them again and again. */
const MAX_LENGTH = 5_000

export function styleOf(element: Element): string {
  return (element.getAttribute('style') ?? '').slice(0, MAX_LENGTH)
}
