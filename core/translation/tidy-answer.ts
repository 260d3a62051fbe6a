import Markdown from 'markdown-it'
import type { AnswerNode } from '#core/translation/answer-nodes.ts'
import type { TextTag } from '#core/translation/text-tag.ts'

const { asciiTrim } = new Markdown().utils

/** A translated text in the form of a paragraph: as many lines as the source has, or one, and no space beside a line break. */
export function tidyAnswer(answer: string, source: string): string {
  const text = answer
    .replace(/\r\n?/g, '\n')
    .split(/(<n\d+ ?\/>)/)
    .map(tidyLines)
    .join('')
  return countLines(text) === countLines(source) ? text : text.replaceAll('\n', ' ')
}

/** The spaces that Markdown removes, and no others: some are part of the text. */
export function tidyLines(text: string): string {
  const lines = text.split('\n').map(asciiTrim)
  return lines.filter((line) => line !== '').join('\n')
}

const countLines = (text: string) => text.split('\n').length

const MARKS = new Set(['b', 'i', 's'])

/** Moves spaces out of emphasis, which is invalid with a space at its border. */
export function tidyNodes<T extends TextTag>(nodes: AnswerNode<T>[]): AnswerNode<T>[] {
  const tidied: AnswerNode<T>[] = []
  for (const node of nodes) {
    if (typeof node === 'string') {
      tidied.push(node)
      continue
    }
    const children = tidyNodes(node.children)
    const isMark = MARKS.has(node.tag.kind) && textOf(children).trim() !== ''
    const before = isMark ? takeSpace(children, 'start') : ''
    const after = isMark ? takeSpace(children, 'end') : ''
    tidied.push(before, { tag: node.tag, children }, after)
  }
  return tidied.filter((node) => node !== '')
}

function takeSpace<T extends TextTag>(children: AnswerNode<T>[], side: 'start' | 'end'): string {
  const index = side === 'start' ? 0 : children.length - 1
  const text = children[index]
  if (typeof text !== 'string') return ''
  const rest = side === 'start' ? text.trimStart() : text.trimEnd()
  if (rest === '') children.splice(index, 1)
  else children[index] = rest
  return side === 'start' ? text.slice(0, text.length - rest.length) : text.slice(rest.length)
}

/** The text of a tree, with its tags as they are. */
export function textOf<T extends TextTag>(nodes: AnswerNode<T>[]): string {
  return nodes
    .map((node) => {
      if (typeof node === 'string') return node
      const { id, closing } = node.tag
      return closing ? `<${id}>${textOf(node.children)}</${id}>` : `<${id}/>`
    })
    .join('')
}

/** The text of a tree, its tags numbered in their order, as they are when it is read again. */
export function renumberedText<T extends TextTag>(nodes: AnswerNode<T>[]): { text: string; tags: T[] } {
  const counts = new Map<string, number>()
  const tags: T[] = []
  const write = (node: AnswerNode<T>): string => {
    if (typeof node === 'string') return node
    const number = (counts.get(node.tag.kind) ?? 0) + 1
    counts.set(node.tag.kind, number)
    tags.push(node.tag)
    const id = `${node.tag.kind}${number}`
    return node.tag.closing ? `<${id}>${node.children.map(write).join('')}</${id}>` : `<${id}/>`
  }
  return { text: nodes.map(write).join(''), tags }
}
