import { singleLine } from '#core/feeds/clean-text.ts'

/** Escapes a text so that Markdown shows it literally, on one line, in a heading, a paragraph or a link. */
export function escapeMarkdown(text: string): string {
  return (
    singleLine(text)
      .replace(/[\\`*_[\]<>~]/g, '\\$&')
      .replace(/&(?=#?\w+;)/g, '\\&')
      // A heading may end with characters that are not shown.
      .replace(/#(?=#*$)/g, '\\#')
  )
}
