import type { Root } from 'hast'
import { visit } from 'unist-util-visit'

/** `Https://…` is https (RFC 3986, 3.1), and telephones like to capitalise it; the sanitizer compares letter by letter. */
export function rehypeLowercaseProtocols() {
  return (tree: Root) => {
    visit(tree, 'element', ({ properties }) => {
      for (const name of ['href', 'src']) {
        const url = properties[name]
        if (typeof url === 'string') properties[name] = url.replace(/^[a-z][a-z\d+.-]*:/i, lowercase)
      }
    })
  }
}

const lowercase = (protocol: string) => protocol.toLowerCase()
