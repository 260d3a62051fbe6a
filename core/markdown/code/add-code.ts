import type { Token } from 'markdown-it'
import { findCodeLanguage } from '#core/markdown/code/code-languages.ts'
import { highlightCode, MAX_CODE_LENGTH } from '#core/markdown/code/highlight-code.ts'

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
