import { SaxesParser } from 'saxes'

export interface XmlElement {
  /** The local name, without a prefix. */
  name: string
  /** Empty for elements without a namespace. */
  namespace: string
  attributes: Record<string, string>
  children: XmlElement[]
  /** The text of this element, without that of its children. */
  text: string
}

/** Parses XML strictly by the standard. @throws at the first error */
export function parseXml(source: string): XmlElement {
  const top = emptyElement('', '')
  const open = [top]
  const parser = new SaxesParser({ xmlns: true })
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', ({ local, uri, attributes }) => {
    const element = emptyElement(local, uri)
    for (const { name, value } of Object.values(attributes)) element.attributes[name] = value
    open.at(-1)?.children.push(element)
    open.push(element)
  })
  parser.on('closetag', () => open.pop())
  const addText = (text: string) => {
    const element = open.at(-1)
    if (element) element.text += text
  }
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.write(source).close()
  const root = top.children[0]
  if (!root) throw new Error('There is no element.')
  return root
}

function emptyElement(name: string, namespace: string): XmlElement {
  return { name, namespace, attributes: {}, children: [], text: '' }
}

export function childrenOf(element: XmlElement, name: string, namespace = ''): XmlElement[] {
  return element.children.filter((child) => child.name === name && child.namespace === namespace)
}

/** The text of the only child of that name. @throws when there is none, or several */
export function textOf(element: XmlElement, name: string, namespace = ''): string {
  const [child, ...more] = childrenOf(element, name, namespace)
  if (!child || more.length > 0) throw new Error(`<${element.name}> should have one <${name}>`)
  return child.text
}
