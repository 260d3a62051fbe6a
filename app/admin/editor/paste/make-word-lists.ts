import { styleOf } from '#app/admin/editor/paste/style-of.ts'

const MAX_LEVEL = 9

/** Word writes items of lists as paragraphs with a level in their style, and the marker as text. */
export function makeWordLists(document: Document): void {
  let open: Element[] = []
  let last: Element | null = null
  for (const paragraph of [
    ...document.body.querySelectorAll('p[style*="mso-list"], li[style*="mso-list"]'),
  ]) {
    const level = levelOf(paragraph)
    if (paragraph.localName !== 'p' || level === 0) continue
    const { marker, isOrdered } = takeMarker(paragraph)
    if (last === null || last.nextElementSibling !== paragraph) open = []
    open.length = Math.min(open.length, level)
    const name = isOrdered ? 'ol' : 'ul'
    if (open.length === level && open.at(-1)?.localName !== name) open.pop()
    while (open.length < level) open.push(openList(paragraph, open.at(-1), { name, marker }))
    const item = document.createElement('li')
    item.append(...paragraph.childNodes)
    open.at(-1)?.append(item)
    last = open[0] ?? null
    paragraph.remove()
  }
}

function levelOf(paragraph: Element): number {
  const level = Number(/mso-list:[^;]*\blevel(\d)/i.exec(styleOf(paragraph))?.[1] ?? 0)
  return Math.min(level, MAX_LEVEL)
}

function takeMarker(paragraph: Element): { marker: string; isOrdered: boolean } {
  const span = paragraph.querySelector('span[style*="mso-list:Ignore"], span[style*="mso-list: Ignore"]')
  const marker = (span?.textContent ?? '').replace(/\s/g, '')
  span?.remove()
  // A single o is a bullet of the second level.
  return { marker, isOrdered: /^\(?(?:\d{1,4}|[a-z]{1,4})[.)]/i.test(marker) }
}

/** A new list: in the last item of the list around it, or before the paragraph that becomes its first item. */
function openList(
  paragraph: Element,
  around: Element | undefined,
  { name, marker }: { name: string; marker: string },
) {
  const list = paragraph.ownerDocument.createElement(name)
  const number = /^\(?(\d{1,4})/.exec(marker)?.[1]
  if (name === 'ol' && number) list.setAttribute('start', number)
  if (!around) paragraph.before(list)
  else {
    const item = around.lastElementChild ?? around.appendChild(paragraph.ownerDocument.createElement('li'))
    item.append(list)
  }
  return list
}
