import { SaxesParser } from 'saxes'

/** The elements of an XML text with their own text; it is well-formed, with namespaces. */
export function readXml(text: string): { name: string; text: string }[] {
  const parser = new SaxesParser({ xmlns: true })
  const elements: { name: string; text: string }[] = []
  const open: { name: string; text: string }[] = []
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', ({ name }) => {
    const element = { name, text: '' }
    elements.push(element)
    open.push(element)
  })
  parser.on('text', (part) => {
    for (const element of open) element.text += part
  })
  parser.on('closetag', () => void open.pop())
  parser.write(text).close()
  return elements
}
