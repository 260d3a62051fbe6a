import { SaxesParser } from 'saxes'

interface Element {
  name: string
  attributes: Record<string, string>
  text: string
}

export interface MailHtml {
  /** The elements in document order, each with its text. */
  elements: Element[]
  all(name: string): Element[]
}

/** The HTML part of a mail as a strict parser reads it: XHTML, as its doctype says. */
export function readMailHtml(html: string): MailHtml {
  const elements: Element[] = []
  const open: Element[] = []
  const parser = new SaxesParser()
  parser.on('opentag', ({ name, attributes }) => {
    const element = { name, attributes: { ...attributes } as Record<string, string>, text: '' }
    elements.push(element)
    open.push(element)
  })
  parser.on('text', (text) => {
    for (const element of open) element.text += text
  })
  parser.on('closetag', () => void open.pop())
  parser.on('error', (error) => {
    throw error
  })
  parser.write(html).close()
  return { elements, all: (name) => elements.filter((element) => element.name === name) }
}
