import { plainClick } from '#app/reader/plain-click.ts'

/** Pages that come faster than this are shown without a placeholder. */
const DELAY_MS = 120

/** Shows the shape of the kind of a page while it is loading after a click, instead of a page that does not move. */
export function showSkeletons(): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let restore: (() => void) | undefined
  addEventListener('click', (event) => {
    const link = plainClick(event)
    if (!link || link.pathname === location.pathname) return
    const template = templateOf(link.pathname)
    if (!template) return
    clearTimeout(timer)
    timer = setTimeout(
      () => {
        restore ??= show(template)
      },
      isSlow() ? 0 : DELAY_MS,
    )
  })
  const end = () => {
    clearTimeout(timer)
    restore?.()
    restore = undefined
  }
  // The back button shows this page as it was; a reader who stops loading goes on reading it.
  addEventListener('pageshow', end)
  addEventListener('keydown', ({ key }) => key === 'Escape' && end())
}

const isSlow = (): boolean =>
  /2g|3g/.test((navigator as { connection?: { effectiveType?: string } }).connection?.effectiveType ?? '')

/** The placeholder for pages of this path: its paths are named one by one, or by how they begin. */
function templateOf(path: string): HTMLTemplateElement | undefined {
  return [...document.querySelectorAll<HTMLTemplateElement>('template[data-paths]')].find(({ dataset }) =>
    dataset.paths
      ?.split(' ')
      .some((one) => (one.endsWith('*') ? path.startsWith(one.slice(0, -1)) : path === one)),
  )
}

/** Puts a placeholder in the place of the page's content; returns a function that restores it. */
function show(template: HTMLTemplateElement): () => void {
  const content = document.getElementById('content')
  if (!content) return () => {}
  const { scrollY } = window
  const before = document.createDocumentFragment()
  before.append(...content.childNodes)
  content.append(template.content.cloneNode(true))
  scrollTo({ top: 0, behavior: 'instant' })
  return () => {
    content.replaceChildren(before)
    scrollTo({ top: scrollY, behavior: 'instant' })
  }
}
