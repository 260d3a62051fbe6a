import type { Token } from 'markdown-it'
import { type ArticleWords, articleBlocks } from '#core/markdown/render-markdown.ts'
import type { TokenBlock } from '#core/markdown/safe-html.ts'
import type { Pictures } from '#core/markdown/show-pictures.ts'

/** A block of an article's text that is in no other, for readers who compare two versions of it. */
export interface ComparedBlock {
  /** Empty when it has nothing to show. */
  html: string
  /** The kind of its beginning, such as a heading of a level. */
  kind: string
  /** Everything in it except its words: the same in each language. Comments in code are words. */
  shape: string
  code: string[]
  /** Its words and code as Markdown. */
  markdown: string
  /** Its words as readers see and copy them. */
  words: string
}

/** The blocks of a translation, as its page shows them. */
export function translationBlocks(
  markdown: string,
  words: ArticleWords & { pictures: Pictures },
): ComparedBlock[] {
  return blocksOf(articleBlocks(markdown, words))
}

/**
 * The blocks of an original that is shown beside its translation: links are plain text, and pictures, rules and the code that `translation`
 * has too are left out. Headings are paragraphs, so that the page has one outline.
 */
export function originalBlocks(
  markdown: string,
  translation: readonly Pick<ComparedBlock, 'code'>[],
): ComparedBlock[] {
  const shown = new Set(translation.flatMap(({ code }) => code))
  return blocksOf(articleBlocks(markdown), (token) => strip(token, shown))
}

function blocksOf(blocks: TokenBlock[], adapt: (token: Token) => void = () => {}): ComparedBlock[] {
  return (
    blocks
      .map(({ tokens, write }): ComparedBlock => {
        const [first] = tokens
        const read = {
          kind: first ? kindOf(first) : '',
          shape: tokens
            .filter(({ nesting }) => nesting >= 0)
            .map(shapeOf)
            .join('\n'),
          code: tokens.filter(isCode).map(({ content }) => content),
          markdown: tokens.map(({ content }) => content).join('\n'),
          words: tokens.map(wordsOf).filter(Boolean).join('\n'),
        }
        for (const token of tokens) {
          adapt(token)
          token.children?.forEach(adapt)
        }
        const html = write()
        return { ...read, html: showsSomething(html) ? html : '' }
      })
      // Raw HTML is shown nowhere.
      .filter(({ kind }) => kind !== 'html_block ')
  )
}

const showsSomething = (html: string) =>
  /<(?:img|hr|pre|input)\b/.test(html) || html.replace(/<[^>]*>/g, '').trim() !== ''

const isCode = ({ type }: Token) => type === 'fence' || type === 'code_block'

const kindOf = ({ type, tag }: Token) => `${type} ${tag}`

function shapeOf(token: Token): string {
  const images = token.children?.filter(({ type }) => type === 'image').length ?? 0
  return `${kindOf(token)} ${images}`
}

function wordsOf({ children }: Token): string {
  return (children ?? [])
    .map(({ type, content }) => (/break$/.test(type) ? ' ' : type === 'image' ? '' : content))
    .join('')
    .trim()
}

function strip(token: Token, shown: ReadonlySet<string>): void {
  const { type, content, meta, attrs } = token
  if (/^link_|^image$|^hr$/.test(type) || (isCode(token) && shown.has(content))) {
    token.type = 'text'
    // The caption of a picture is text.
    token.content = type === 'image' ? String(meta?.caption ?? '') : ''
  } else if (token.tag === 'figure') token.tag = 'p'
  else if (/^heading_/.test(type)) {
    const level = token.tag
    token.tag = 'p'
    if (token.nesting === 1) token.attrs = [...(attrs ?? []), ['data-was', level]]
  }
}
