import { EditorView } from '@codemirror/view'
import type { Language } from '#core/i18n/languages.ts'

/** Lets the browser check the spelling in the language of the text, which CodeMirror turns off. */
export function spellCheck(language: Language) {
  return EditorView.contentAttributes.of({
    lang: language,
    spellcheck: 'true',
    autocorrect: 'on',
    autocapitalize: 'sentences',
    writingsuggestions: 'true',
  })
}
