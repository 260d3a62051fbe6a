import { t } from '#app/admin/kit/messages.ts'

/** The texts of the search panel, by the English ones that CodeMirror asks for. */
export function searchPhrases(): Record<string, string> {
  return {
    Find: t('editor.search.find'),
    Replace: t('editor.search.replaceWith'),
    next: t('editor.search.next'),
    previous: t('editor.search.previous'),
    all: t('editor.search.all'),
    'match case': t('editor.search.case'),
    regexp: t('editor.search.pattern'),
    'by word': t('editor.search.words'),
    replace: t('editor.search.replace'),
    'replace all': t('editor.search.replaceAll'),
    close: t('editor.search.close'),
    'current match': t('editor.search.current'),
    'on line': t('editor.search.line'),
    'replaced match on line $': t('editor.search.replaced'),
    'replaced $ matches': t('editor.search.replacedAll'),
  }
}
