import type { MarkdownIt } from 'markdown-it'
import type { CodePart } from '#core/markdown/code/highlight-code.ts'

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
