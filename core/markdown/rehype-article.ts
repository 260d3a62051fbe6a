import type { Element, Root } from 'hast'
import { EXIT, visit } from 'unist-util-visit'

/**
 * What an article's HTML needs beyond safety: its headings come after the page's h1, its links open in a new tab,
 * its images load when they are near, and wide tables and code scroll by keyboard too.
 */
export function rehypeArticle() {
  return (tree: Root) => {
    const shift = hasTopHeading(tree) ? 1 : 0
    visit(tree, 'element', (node, index, parent) => {
      const level = /^h([1-6])$/.exec(node.tagName)?.[1]
      if (level) node.tagName = `h${Math.min(6, Number(level) + shift)}`
      if (node.tagName === 'a' && leavesThePage(node.properties.href)) {
        Object.assign(node.properties, { target: '_blank', rel: ['noopener', 'noreferrer'] })
      }
      if (node.tagName === 'img') Object.assign(node.properties, { loading: 'lazy', decoding: 'async' })
      if (node.tagName === 'pre') node.properties.tabIndex = 0
      if (node.tagName === 'table' && parent && index !== undefined && !isTableFrame(parent)) {
        parent.children[index] = tableFrame(node)
      }
    })
  }
}

/** Also one inside a quote or a list counts: the page must keep a single h1. */
function hasTopHeading(tree: Root): boolean {
  let found = false
  visit(tree, { tagName: 'h1' }, () => {
    found = true
    return EXIT
  })
  return found
}

/** Footnotes lead to another place of the same page, where a new tab would lose the reader. */
function leavesThePage(href: unknown): boolean {
  return typeof href === 'string' && href !== '' && !href.startsWith('#')
}

function isTableFrame(node: Root | Element): boolean {
  return node.type === 'element' && node.properties.dataTable !== undefined
}

function tableFrame(table: Element): Element {
  return {
    type: 'element',
    tagName: 'div',
    properties: { dataTable: '', tabIndex: 0, role: 'group' },
    children: [table],
  }
}
