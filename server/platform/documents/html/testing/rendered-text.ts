import { parseHTML } from 'linkedom'

/** The letters that readers see, without spaces, which differ between blocks and lines. */
export function seenLetters(html: string): string {
  const { document } = parseHTML(`<!doctype html><html><body>${html}</body></html>`)
  for (const element of document.querySelectorAll('script, style, [hidden]')) element.remove()
  return (document.body.textContent ?? '')
    .normalize('NFKC')
    .replaceAll('\u2212', '-')
    .replace(/[\s\u200b]+/g, '')
}

const ATTRIBUTE =
  /^(?:href|src|alt|title|class|align|dir|start|type|disabled|checked|loading|decoding|target|rel|tabindex|role|data-[a-z]+)$/
const ELEMENT =
  /^(?:p|h[1-6]|em|strong|del|code|pre|blockquote|ul|ol|li|hr|br|a|img|figure|figcaption|small|table|thead|tbody|tr|th|td|div|span|section|sup|label|input)$/

/** The elements and attributes of rendered HTML that the renderer never writes by itself. */
export function strangeParts(html: string): string[] {
  const strange: string[] = []
  const { document } = parseHTML(`<!doctype html><html><body>${html}</body></html>`)
  for (const element of document.body.querySelectorAll('*')) {
    if (!ELEMENT.test(element.localName)) strange.push(element.localName)
    for (const { name, value } of element.attributes) {
      if (!ATTRIBUTE.test(name)) strange.push(`${element.localName} ${name}`)
      if (/^(?:href|src)$/.test(name) && /^\s*(?!https?:|mailto:|irc|xmpp)[a-z][a-z\d+.-]*:/i.test(value))
        strange.push(value)
    }
  }
  return strange
}
