import type { MarkdownIt, Token } from 'markdown-it'
import { findCodeLanguage } from '#core/markdown/code/code-languages.ts'
import { type CodePart, highlightCode, MAX_CODE_LENGTH } from '#core/markdown/code/highlight-code.ts'

/** The code of an article that gets colours, in characters; the rest is shown in one. */
const MAX_COLOURED = 2 * MAX_CODE_LENGTH
/** Blocks with a button to copy them. A text can have tens of thousands, and each button has its words. */
const MAX_BUTTONS = 200

/** Gives blocks of code their colours, a bar with the name of the language, and, when `copy` says what is on it, a button that copies them. */
export function addCode(tokens: Token[], copy: string): void {
  let left = MAX_COLOURED
  let buttons = 0
  for (const token of tokens) {
    if (token.type !== 'fence' && token.type !== 'code_block') continue
    token.attrSet('tabindex', 0)
    const language = token.type === 'fence' ? findCodeLanguage(token.info) : undefined
    const isAffordable = language !== undefined && token.content.length <= left
    if (isAffordable) left -= token.content.length
    const parts = isAffordable ? highlightCode(token.content, language) : null
    const copyLabel = copy && ++buttons <= MAX_BUTTONS ? copy : ''
    token.meta = { ...token.meta, code: { parts, name: language?.name ?? '', copyLabel } }
  }
}

/** Writes blocks of code; those of a page, which `addCode` has seen, with what it knows of them. */
export function showCode({ renderer: { rules }, utils }: MarkdownIt): void {
  const { escapeHtml } = utils
  rules.fence = rules.code_block = (tokens, index, _options, _env, renderer) => {
    const token = tokens[index]
    if (!token) return ''
    const [word] = /^\S+/.exec(utils.unescapeAll(token.info).trim()) ?? []
    const of = word ? ` class="language-${escapeHtml(word)}"` : ''
    const shown = token.meta?.code as
      | { parts: CodePart[] | null; name: string; copyLabel: string }
      | undefined
    const text = shown?.parts ? shown.parts.map(showPart).join('') : escapeHtml(token.content)
    const block = `<pre${renderer.renderAttrs(token)}><code${of}>${text}</code></pre>`
    if (!shown) return `${block}\n`
    const { name, copyLabel } = shown
    // The button comes after the code: who reads the page from top to bottom first hears what it would copy.
    const button = copyLabel
      ? `<button type="button" data-copies="" data-scripted="copy-code">${escapeHtml(copyLabel)}</button>`
      : ''
    const label = name ? `<span>${escapeHtml(name)}</span>` : ''
    return `<div data-code="">${label}${block}${button}</div>\n`
  }

  function showPart({ text, kind }: CodePart): string {
    return kind ? `<span class="tok-${kind}">${escapeHtml(text)}</span>` : escapeHtml(text)
  }
}
