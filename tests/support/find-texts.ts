import { type ESTree, parseSync, Visitor } from 'vite'
import { MESSAGE_KEY_PATTERN } from '#core/i18n/message-rules.ts'

/** The attributes whose strings are words for people, also when they begin with a small letter. */
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
/** Properties of objects with texts for people, such as those of commands and toasts. */
const TEXT_PROPERTIES = new Set(['caption', 'description', 'heading', 'hint', 'keywords', 'label', 'title'])
/** Properties with names of keys, headers and the like. */
const TECHNICAL_PROPERTIES = new Set(['code', 'key', 'name', 'node', 'type'])

/**
 * The words for people that a module of the desk holds itself: text between tags and in attributes, in objects such as toasts,
 * columns and commands, and whole sentences anywhere. A word is found by its position, a sentence by its form.
 */
export function findTexts(path: string, source: string): string[] {
  const found = new Map<number, string>()
  const forDevelopers = new Set<number>()

  function add({ start }: { start: number }, text: string) {
    if (!forDevelopers.has(start)) found.set(start, `${path}: ${text.trim().replaceAll(/\s+/g, ' ')}`)
  }
  /** Adds the strings that an expression may have as its value, as far as `isText` accepts it. */
  function addStrings(node: ESTree.Node | null | undefined, isText: (text: string) => boolean) {
    const text = textOf(node)
    if (node && text !== null) {
      if (isText(text)) add(node, text)
      return
    }
    switch (node?.type) {
      case 'JSXExpressionContainer':
        return addStrings(node.expression, isText)
      case 'ParenthesizedExpression':
      case 'TSAsExpression':
      case 'TSSatisfiesExpression':
        return addStrings(node.expression, isText)
      case 'ConditionalExpression':
        addStrings(node.consequent, isText)
        return addStrings(node.alternate, isText)
      case 'LogicalExpression':
        addStrings(node.left, isText)
        return addStrings(node.right, isText)
      case 'ArrayExpression':
        for (const element of node.elements) addStrings(element, isText)
    }
  }

  new Visitor({
    JSXText: (node) => hasWord(node.value) && add(node, node.value),
    JSXAttribute: ({ name, value }) => {
      const isText = name.type === 'JSXIdentifier' && TEXT_ATTRIBUTES.has(name.name)
      addStrings(value, isText ? hasWord : isCapitalised)
    },
    JSXElement: ({ children }) => {
      for (const child of children) if (child.type === 'JSXExpressionContainer') addStrings(child, hasWord)
    },
    JSXFragment: ({ children }) => {
      for (const child of children) if (child.type === 'JSXExpressionContainer') addStrings(child, hasWord)
    },
    Property: ({ key, value }) => {
      const name = key.type === 'Identifier' ? key.name : (textOf(key) ?? '')
      if (TEXT_PROPERTIES.has(name)) addStrings(value, hasWord)
      else if (value.type !== 'ArrayExpression' && !TECHNICAL_PROPERTIES.has(name))
        addStrings(value, isCapitalised)
    },
    // The name of a column is a text, unlike other names.
    ObjectExpression: ({ properties }) => {
      const named = properties.filter((property) => property.type === 'Property')
      const keyOf = ({ key }: (typeof named)[number]) => (key.type === 'Identifier' ? key.name : '')
      if (named.some((property) => keyOf(property) === 'cell'))
        for (const property of named) if (keyOf(property) === 'name') addStrings(property.value, hasWord)
    },
    // The first part of a pair such as ['sent', 'Sent'] is the value.
    ArrayExpression: ({ elements }) => {
      for (const element of elements.slice(1))
        if (element?.type !== 'ArrayExpression') addStrings(element, isCapitalised)
    },
    ReturnStatement: ({ argument }) => addStrings(argument, isCapitalised),
    ArrowFunctionExpression: ({ body }) => addStrings(body, isCapitalised),
    LogicalExpression: ({ right }) => addStrings(right, isCapitalised),
    ConditionalExpression: ({ consequent, alternate }) => {
      addStrings(consequent, isCapitalised)
      addStrings(alternate, isCapitalised)
    },
    CallExpression: ({ callee, arguments: given }) => {
      const isConsole =
        callee.type === 'MemberExpression' &&
        callee.object.type === 'Identifier' &&
        callee.object.name === 'console'
      if (isConsole) for (const { start } of given) forDevelopers.add(start)
    },
    NewExpression: ({ callee, arguments: given }) => {
      const isError = callee.type === 'Identifier' && callee.name.endsWith('Error')
      if (isError) for (const { start } of given) forDevelopers.add(start)
    },
    Literal: (node) => addStrings(node, isSentence),
    TemplateLiteral: (node) => addStrings(node, isSentence),
  }).visit(parseSync(path, source).program)
  return [...found.entries()].toSorted(([a], [b]) => a - b).map(([, text]) => text)
}

/** The words of a string or a template, with `…` for each value of a template; null for anything else. */
function textOf(node: ESTree.Node | null | undefined): string | null {
  if (node?.type === 'Literal') return typeof node.value === 'string' ? node.value : null
  if (node?.type !== 'TemplateLiteral') return null
  return node.quasis.map(({ value }) => value.cooked ?? value.raw).join('…')
}

function hasWord(text: string): boolean {
  return /\p{Letter}{2}/u.test(text) && !MESSAGE_KEY_PATTERN.test(text)
}

/** Names of keys as aria-keyshortcuts and CodeMirror have them. */
const KEYS = /^(?:Mod|Meta|Control|Shift|Alt)(?:[-+]\S+)?$/

/** Returns true for a beginning like that of text for people: 'Not sent', but neither 'AuthApiError' nor 'Content-Type'. */
function isCapitalised(text: string): boolean {
  return (
    !KEYS.test(text) && /^\p{Lu}\p{Ll}*(?:[-'’]\p{Ll}+)*(?:[\s,.:;!?…]|$)/u.test(text.trim()) && hasWord(text)
  )
}

function isSentence(text: string): boolean {
  const words = text.trim().split(/\s+/).length
  const ends = /\p{Letter}[.!?…]$|\.\.\.$/u.test(text.trim())
  if (isCapitalised(text)) return ends || words >= 3
  return text.startsWith('…') && ends && words >= 3
}
