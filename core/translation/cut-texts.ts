import type { Token } from 'markdown-it'
import { type MarkdownSource, readSource } from '#core/markdown/source/read-source.ts'
import { alignSegments } from '#core/translation/align-segments.ts'
import { contextOf } from '#core/translation/article-texts.ts'
import { type AnswerProblems, createAnswerCheck } from '#core/translation/check-answers.ts'
import { compileGlossary, type GlossaryEntry } from '#core/translation/checks/glossary.ts'
import { compareParts } from '#core/translation/compare-parts.ts'
import { type ArticleCut, type ArticleTexts, cutArticle } from '#core/translation/cut-article.ts'
import { type MapAddress, mappedAddress } from '#core/translation/link-writing.ts'
import { type PlannedSegment, type PresentText, planTranslation } from '#core/translation/plan-translation.ts'
import { type ProblemPlace, problem, type TranslationProblem } from '#core/translation/problem.ts'
import type { Segment } from '#core/translation/segment.ts'
import { type SourceBlock, sourceBlocks } from '#core/translation/source-blocks.ts'
import { type SplicedArticle, spliceArticle } from '#core/translation/splice-article.ts'

/** A cut article as plain data: the functions below take its texts and cut them again, so that any process can call them. */
export interface CutTexts {
  texts: ArticleTexts
  segments: Segment[]
  /** The texts that are not translated, because they are longer than a segment may be. */
  problems: TranslationProblem[]
  /** The targets of its links. */
  addresses: string[]
}

export function cutTexts(texts: ArticleTexts): CutTexts {
  const { segments, problems, content } = cutOf(texts)
  const { blocks, definitions, source } = content
  const addresses = [
    ...blocks.flatMap(({ tagged }) =>
      tagged.tags.flatMap(({ kind, value }) => (kind === 'a' ? [value] : [])),
    ),
    ...definitions.map(({ definition }) => source.references[definition.label]?.href ?? ''),
  ]
  return { texts, segments, problems, addresses: [...new Set(addresses)] }
}

/**
 * Puts the translations into the places of their texts, and compares the structure of the whole with that of the source. `links` maps the
 * addresses that differ from those of the source.
 */
export function assembleTexts(
  texts: ArticleTexts,
  translations: ReadonlyMap<string, string>,
  links: ReadonlyMap<string, string> = new Map(),
): SplicedArticle {
  const mapAddress = (address: string) => links.get(address) ?? address
  const { fields, content, problems } = spliceArticle(cutOf(texts), translations, { mapAddress })
  const structure = compareStructure(texts.content, content, { mapAddress })
  return { fields, content, problems: [...problems, ...structure] }
}

/** The problems of translations of some of the segments: all of them, or only those of their places. */
export function problemsOfAnswers(
  texts: ArticleTexts,
  answers: ReadonlyMap<string, string>,
  { scope, language, glossary }: CheckedBy & { scope: 'all' | 'structure' },
): AnswerProblems {
  const check = createAnswerCheck(cutOf(texts), { language, glossary: glossary && compileGlossary(glossary) })
  return check[scope](answers)
}

export interface CheckedBy {
  language: Parameters<typeof createAnswerCheck>[1]['language']
  glossary: readonly GlossaryEntry[] | null
}

export function planTexts(
  texts: ArticleTexts,
  present: readonly PresentText[],
  glossary: readonly GlossaryEntry[] | null,
): PlannedSegment[] {
  return planTranslation(cutOf(texts), present, glossary && compileGlossary(glossary))
}

/** The number of segments of a text that are new or changed. */
export function countChanged(older: ArticleTexts | null, newer: ArticleTexts): number {
  const textsOf = (texts: ArticleTexts) =>
    cutArticle(texts).segments.map((segment) => ({ context: contextOf(segment), text: segment.text }))
  return alignSegments(older ? textsOf(older) : [], textsOf(newer)).filter(({ isSame }) => !isSame).length
}

let last: { texts: ArticleTexts; cut: ArticleCut } | null = null

/** A run asks again and again about the same texts. */
function cutOf(texts: ArticleTexts): ArticleCut {
  if (!last || !isSame(last.texts, texts)) last = { texts, cut: cutArticle(texts) }
  return last.cut
}

function isSame(some: ArticleTexts, others: ArticleTexts): boolean {
  return (
    some.content === others.content &&
    some.fields.length === others.fields.length &&
    some.fields.every(([name, text], at) => name === others.fields[at]?.[0] && text === others.fields[at][1])
  )
}

const MAX_PROBLEMS = 200

/**
 * Compares a translation with its source as the pages show them: the same blocks, and in each block the same links, images, code, HTML,
 * emphasis and placeholders. Links lead where `mapAddress` says. Nothing is returned when all is well.
 */
export function compareStructure(
  source: string,
  translation: string,
  { mapAddress = (address) => address }: { mapAddress?: MapAddress } = {},
): TranslationProblem[] {
  const [from, to] = [readSource(source), readSource(translation)]
  const problems = compareBlocks(from, to, mapAddress)
  problems.push(...compareDefinitions(from, to, mapAddress))
  return problems.slice(0, MAX_PROBLEMS)
}

function compareBlocks(
  from: MarkdownSource,
  to: MarkdownSource,
  mapAddress: MapAddress,
): TranslationProblem[] {
  const problems: TranslationProblem[] = []
  const blocks = blocksByToken(from)
  const translated = blocksByToken(to)
  let block: SourceBlock | null = null
  let line = 0
  const length = Math.max(from.tokens.length, to.tokens.length)
  for (let index = 0; index < length && problems.length < MAX_PROBLEMS; index++) {
    const [token, other] = [from.tokens[index], to.tokens[index]]
    block = (token && blocks.get(token)) ?? block
    line = other?.map?.[0] ?? line
    const place = { block: block?.number ?? null, line, text: block?.words() ?? '' }
    if (!token || !other || shapeOf(token) !== shapeOf(other)) {
      // From here on everything is displaced, so only additions are worth reporting.
      problems.push(problemOfShape({ token, other }, place))
      problems.push(...addedBlocks([...blocks.values()], [...translated.values()]))
      break
    }
    if (token.type === 'footnote_open' && token.markup !== other.markup)
      problems.push(problem('footnote_differs', { ...place, what: `${token.markup} → ${other.markup}` }))
    if (token.content !== other.content && token.type === 'html_block')
      problems.push(problem('html_changed', { ...place, what: other.content }))
    else if (token.type !== 'inline' && (token.content !== other.content || token.info !== other.info)) {
      if (token.type === 'fence' || token.type === 'code_block')
        problems.push(problem('code_changed', { ...place, what: other.content }))
    } else if (token.type === 'inline')
      problems.push(...compareParts({ from, token, to, other, mapAddress, place }))
  }
  return problems
}

/** The shape: type, level of a heading, start and tightness of a list, alignment of a cell, tasks. */
function shapeOf({ type, tag, attrs, hidden }: Token): string {
  return `${type} ${tag} ${hidden ? 'tight' : ''} ${attrs?.map(([name, value]) => `${name}=${value}`).join(' ') ?? ''}`
}

function blocksByToken({ tokens }: MarkdownSource): Map<Token, SourceBlock> {
  return new Map(sourceBlocks(tokens).map((block) => [block.token, block]))
}

function problemOfShape(
  { token, other }: { token: Token | undefined; other: Token | undefined },
  place: ProblemPlace,
): TranslationProblem {
  if (!other) return problem('block_missing', { ...place, what: nameOf(token) })
  if (!token)
    return problem('block_added', {
      ...place,
      what: [nameOf(other), other.content].filter(Boolean).join(': '),
    })
  return problem('block_differs', { ...place, what: `${nameOf(token)} → ${nameOf(other)}` })
}

/** The readers' name for a token's block. */
function nameOf(token: Token | undefined): string {
  const name = token?.type.replace(/_(?:open|close|block)$/, '').replaceAll('_', ' ') ?? ''
  if (token?.type === 'footnote_open') return `${name} ${token.markup}`
  return token?.type === 'heading_open' ? `${name} ${token.tag.slice(1)}` : name
}

/** Headings, code and HTML that only the translation has. */
function addedBlocks(source: SourceBlock[], translation: SourceBlock[]): TranslationProblem[] {
  const problems: TranslationProblem[] = []
  for (const type of ['heading', 'code', 'html'] as const) {
    const expected = source.filter((block) => block.type === type)
    const found = translation.filter((block) => block.type === type)
    const seen = new Set(expected.map((block) => block.token.content))
    const added =
      type === 'heading'
        ? found.slice(expected.length)
        : found.filter((block) => !seen.has(block.token.content))
    for (const block of added) {
      const what = `${nameOf(block.token)}: ${block.words()}`
      problems.push(problem('block_added', { what, line: block.line, text: block.words() }))
    }
  }
  return problems
}

/** Definitions lead to addresses too, also those that nothing uses yet. */
function compareDefinitions(
  from: MarkdownSource,
  to: MarkdownSource,
  mapAddress: MapAddress,
): TranslationProblem[] {
  const problems: TranslationProblem[] = []
  for (const { label } of from.definitions) {
    const href = from.references[label]?.href ?? ''
    const found = to.references[label]?.href
    const allowed = [href, mappedAddress(href, mapAddress)]
    if (found === undefined) problems.push(problem('definition_missing', { what: `[${label}]: ${href}` }))
    else if (!allowed.includes(found))
      problems.push(problem('definition_added', { what: `[${label}]: ${found}` }))
  }
  for (const { label } of to.definitions) {
    if (from.references[label] === undefined)
      problems.push(problem('definition_added', { what: `[${label}]: ${to.references[label]?.href ?? ''}` }))
  }
  return problems
}
