import { parseSync, Visitor } from 'vite'

/** The attributes of elements and components that hold words for people. */
const TEXT_ATTRIBUTES = new Set([
  'action',
  'alt',
  'aria-description',
  'aria-label',
  'body',
  'confirm',
  'description',
  'heading',
  'help',
  'hint',
  'label',
  'placeholder',
  'title',
  'what',
])

/** The words for people that a component holds itself: text between tags, and in the attributes above. */
export function findTexts(path: string, source: string): string[] {
  const found: string[] = []
  const add = (text: string) => {
    const words = text.trim()
    if (/\p{Letter}{2}/u.test(words)) found.push(`${path}: ${words}`)
  }
  const addString = (node: { type: string; value?: unknown } | null | undefined) => {
    if (node?.type === 'Literal' && typeof node.value === 'string') add(node.value)
  }
  new Visitor({
    JSXText: ({ value }) => add(value),
    JSXAttribute: ({ name, value }) => {
      if (name.type !== 'JSXIdentifier' || !TEXT_ATTRIBUTES.has(name.name)) return
      addString(value?.type === 'JSXExpressionContainer' ? value.expression : value)
    },
    JSXElement: ({ children }) => {
      for (const child of children) {
        if (child.type !== 'JSXExpressionContainer') continue
        const { expression } = child
        if (expression.type === 'ConditionalExpression') {
          addString(expression.consequent)
          addString(expression.alternate)
        } else addString(expression)
      }
    },
  }).visit(parseSync(path, source).program)
  return found
}
