import { makeWordLists } from '#app/admin/editor/paste/make-word-lists.ts'
import { styleOf } from '#app/admin/editor/paste/style-of.ts'

/** Turns what word processors mean by styles and classes into elements, and removes what nobody should see. */
export function cleanHtml(document: Document): void {
  const { body } = document
  removeComments(body)
  for (const element of body.querySelectorAll('style, script, meta, link, title, template, xml'))
    element.remove()
  for (const element of body.querySelectorAll('[style]')) {
    if (/display:\s*none|mso-hide:\s*all/i.test(styleOf(element))) element.remove()
  }
  makeWordLists(document)
  for (const title of body.querySelectorAll('p.MsoTitle')) rename(title, 'h1')
  for (const link of body.querySelectorAll('a[href]')) unwrapRedirect(link)
  for (const element of body.querySelectorAll('b, strong, i, em')) {
    if (/font-(?:weight:\s*(?:normal|[1-4]00)|style:\s*normal)/i.test(styleOf(element))) unwrap(element)
  }
  for (const span of body.querySelectorAll('span, font')) applyStyle(span)
  for (const list of body.querySelectorAll('ul > ul, ul > ol, ol > ul, ol > ol')) {
    // Google Docs puts lists beside the item that they belong to.
    const item = list.previousElementSibling
    if (item?.localName === 'li') item.append(list)
  }
  demoteHeadings(body)
  body.normalize()
}

function removeComments(root: Node): void {
  for (const node of [...root.childNodes]) {
    if (node.nodeType === node.COMMENT_NODE) node.parentNode?.removeChild(node)
    else removeComments(node)
  }
}

function applyStyle(span: Element): void {
  const style = styleOf(span)
  const names = [
    ...(/font-weight:\s*(?:bold|[6-9]00)/i.test(style) &&
    !span.closest('h1, h2, h3, h4, h5, h6, b, strong, th')
      ? ['strong']
      : []),
    ...(/font-style:\s*italic/i.test(style) && !span.closest('i, em') ? ['em'] : []),
    ...(/text-decoration[^;]*line-through/i.test(style) && !span.closest('del, s, strike') ? ['del'] : []),
  ]
  for (const name of names) {
    const element = span.ownerDocument.createElement(name)
    element.append(...span.childNodes)
    span.append(element)
  }
}

/** Google Docs sends readers through an address of its own. */
function unwrapRedirect(link: Element): void {
  const url = URL.parse(link.getAttribute('href') ?? '')
  const target =
    url?.hostname === 'www.google.com' && url.pathname === '/url' ? url.searchParams.get('q') : null
  if (target) link.setAttribute('href', target)
}

/** The title of the page is the only h1. */
function demoteHeadings(body: HTMLElement): void {
  if (!body.querySelector('h1')) return
  for (const heading of [...body.querySelectorAll('h1, h2, h3, h4, h5')]) {
    rename(heading, `h${Number(heading.localName.slice(1)) + 1}`)
  }
}

function rename(element: Element, name: string): void {
  const renamed = element.ownerDocument.createElement(name)
  renamed.append(...element.childNodes)
  element.replaceWith(renamed)
}

function unwrap(element: Element): void {
  element.replaceWith(...element.childNodes)
}
