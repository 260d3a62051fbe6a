import { type AnswerFault, type AnswerNode, readAnswer } from '#core/translation/answer-nodes.ts'
import { type ProblemCode, problem, type TranslationProblem } from '#core/translation/problem.ts'
import type { Segment } from '#core/translation/segment.ts'
import type { TextTag } from '#core/translation/text-tag.ts'
import { textOf, tidyAnswer, tidyNodes } from '#core/translation/tidy-answer.ts'

/** Below that number of characters, a translation may well be half as long, or end in another way. */
const MIN_COMPARED = 60

const MIN_RATIO = 0.45

const MAX_RATIO = 3

const ALLOWANCE = 100

const percentOf = (ratio: number) => `${Math.round(ratio * 100)} %`

const ENDS_SENTENCE = /[.!?…][\p{Pe}\p{Pf}"'*]*$/u

const ENDS_OPEN = /[\p{L}\p{N},;–—-]$/u

/** The translations by segment, and the problems found in them. */
export interface Answers {
  translations: ReadonlyMap<string, string>
  problems: TranslationProblem[]
}

export interface Answer<T extends TextTag> {
  text: string
  nodes: AnswerNode<T>[]
}

/** The translation of a segment when it differs from the source and has no problems. */
export function checkedAnswer<T extends TextTag>(
  segment: Segment,
  tags: T[],
  answers: Answers,
): Answer<T> | null {
  const refuse = (code: ProblemCode, what = '') => {
    answers.problems.push(problemOf(segment, code, what))
    return null
  }
  const given = answers.translations.get(segment.id)
  if (given === undefined) return refuse('missing')
  if (given === segment.text) return null
  const length = faultOfLength(segment.text, given)
  if (length) return refuse(length.code, length.what)
  const nodes = readAnswer(tidyAnswer(given, segment.text), tags)
  if (!Array.isArray(nodes)) return refuse(nodes.code, nodes.what)
  // Spaces that leave emphasis may get beside a line break.
  const text = tidyAnswer(textOf(tidyNodes(nodes)), segment.text)
  const tidied = readAnswer(text, tags)
  if (!Array.isArray(tidied)) return refuse(tidied.code, tidied.what)
  const fault = faultOfTags(tidied, tags) ?? faultOfLinks(text, segment.text)
  if (fault) return refuse(fault.code, fault.what)
  return text === segment.text ? null : { text, nodes: tidied }
}

/** The beginning and the end of links in Markdown. */
const LINK = /!?\[[^[\]\n]*\]\([^\s()]*(?:[ \t][^()\n]*)?\)/

/** A link that is written instead of a tag would be shown as its Markdown. */
function faultOfLinks(text: string, source: string): AnswerFault | null {
  const [link] = source.includes('](') ? [] : (LINK.exec(text) ?? [])
  return link === undefined ? null : { code: 'link_added', what: link }
}

export function problemOf({ id, block, text }: Segment, code: ProblemCode, what = ''): TranslationProblem {
  return problem(code, { segment: id, block, text, what })
}

/** HTML is in pairs that are not matched here, so its order stays. */
function faultOfTags<T extends TextTag>(nodes: AnswerNode<T>[], tags: T[]): AnswerFault | null {
  const html = tags.filter(({ kind }) => kind === 'h')
  let position = 0
  const visit = (node: AnswerNode<T>): AnswerFault | null => {
    if (typeof node === 'string') return null
    const { tag, children } = node
    if (tag.kind === 'h' && tag !== html[position++]) return { code: 'tag_order', what: `<${tag.id}/>` }
    if (tag.closing && children.length === 0 && tag.kind !== 'a')
      return { code: 'tag_empty', what: `<${tag.id}>` }
    return firstFault(children)
  }
  const firstFault = (children: AnswerNode<T>[]) => {
    for (const child of children) {
      const fault = visit(child)
      if (fault) return fault
    }
    return null
  }
  return firstFault(nodes)
}

/** A fault if a translation cannot be all of the text, or is much more than that. */
function faultOfLength(source: string, translation: string): AnswerFault | null {
  const [from, to] = [visible(source), visible(translation)]
  if (to === '' && from !== '') return { code: 'empty', what: '' }
  if (translation.length > MAX_RATIO * source.length + ALLOWANCE)
    return { code: 'too_long', what: percentOf(translation.length / source.length) }
  if (from.length < MIN_COMPARED) return null
  if (to.length < MIN_RATIO * from.length)
    return { code: 'too_short', what: percentOf(to.length / from.length) }
  return ENDS_SENTENCE.test(from) && ENDS_OPEN.test(to) ? { code: 'cut_off', what: '' } : null
}

function visible(text: string): string {
  return text.replace(/<\/?[a-z]\d+ ?\/?>/g, '').trim()
}
