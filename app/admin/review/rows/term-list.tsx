import { t } from '#app/admin/messages.ts'
import type { TranslatedLanguage } from '#core/domain/article-translation.ts'
import type { GlossaryEntry } from '#core/translation/checks/glossary.ts'

interface TermListProps {
  terms: readonly GlossaryEntry[]
  language: TranslatedLanguage
  field: () => HTMLTextAreaElement | null
}

/** What the glossary asks for in a block. */
export function TermList({ terms, language, field }: TermListProps) {
  return (
    <div className="text-sm">
      <p className="mb-1 text-faint">{t('review.terms.title')}</p>
      <ul className="flex flex-wrap gap-x-4 gap-y-1">
        {terms.map(({ term, rule, as }) => {
          const wanted = rule === 'translate-as' && as ? as : term
          return (
            <li key={term}>
              <span lang="en" className="text-soft">
                {term}
              </span>{' '}
              <span aria-hidden>→</span>{' '}
              <button
                type="button"
                lang={language}
                aria-label={t('review.terms.insert', { term: wanted })}
                className="min-h-6 font-medium underline decoration-line underline-offset-4 hover:decoration-current"
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => {
                  const target = field()
                  target?.focus({ preventScroll: true })
                  // The only way that the browser's own undo knows of.
                  document.execCommand('insertText', false, wanted)
                }}
              >
                {wanted}
              </button>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
