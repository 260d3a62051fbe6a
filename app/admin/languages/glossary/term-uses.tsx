import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { t } from '#app/admin/kit/messages.ts'
import { editArticlePath } from '#app/admin/kit/paths.ts'
import { QueryView } from '#app/admin/kit/query/query-view.tsx'
import { usesQuery } from '#app/admin/languages/glossary/glossary-table.ts'
import { MarkedText } from '#app/admin/languages/glossary/term-text.tsx'
import { MAX_EXAMPLE_CHARACTERS } from '#core/domain/glossary-term-input.ts'
import { FOUND_END, FOUND_START } from '#core/domain/search.ts'
import { searchPath } from '#core/paths.ts'

interface TermUsesProps {
  term: string
  /** Takes a sentence as the example; without it, none is offered. */
  onTake?: (sentence: string) => void
}

/** The number of articles shown. */
const SHOWN = 5

/** Says how many published originals use a term, and shows the first of them with the words around it. */
export function TermUses({ term, onTake }: TermUsesProps) {
  const uses = useQuery(usesQuery(term))
  return (
    <section aria-label={t('glossary.uses.title')} className="text-sm">
      <QueryView query={uses} what={t('glossary.uses.title')} pending={null}>
        {({ hits, total }) =>
          total === 0 ? (
            <p className="text-faint">{t('glossary.uses.none')}</p>
          ) : (
            <>
              <p role="status" className="font-medium">
                {t('glossary.uses.count', { count: total })}
              </p>
              <ul className="mt-1.5 space-y-2">
                {hits.slice(0, SHOWN).map((hit) => (
                  <Use key={hit.id} hit={hit} term={term} {...(onTake && { onTake })} />
                ))}
              </ul>
              {total > SHOWN && (
                <a href={searchPath(`"${term}"`)} target="_blank" rel="noreferrer" className={LINK}>
                  {t('glossary.uses.more')}
                </a>
              )}
            </>
          )
        }
      </QueryView>
    </section>
  )
}

const LINK =
  'inline-flex min-h-6 items-center underline decoration-edge underline-offset-4 hover:decoration-ink'

interface UseProps extends TermUsesProps {
  hit: { slug: string; title: string; headline: string }
}

function Use({ hit: { slug, title, headline }, term, onTake }: UseProps) {
  const sentence = sentenceOf(headline, term)
  return (
    <li>
      <Link to={editArticlePath({ slug, language: 'en' })} target="_blank" className={LINK}>
        {title}
      </Link>
      {sentence !== '' && (
        <p lang="en" className="text-soft wrap-anywhere">
          <MarkedText text={sentence} words={term} />{' '}
          {onTake && (
            <button type="button" className={`${LINK} text-ink`} onClick={() => onTake(sentence)}>
              {t('glossary.uses.take')}
            </button>
          )}
        </p>
      )}
    </li>
  )
}

/** The sentence of a passage that has the term; empty when none has it in these words. */
function sentenceOf(headline: string, term: string): string {
  const plain = headline.replaceAll(FOUND_START, '').replaceAll(FOUND_END, '')
  const sentences = plain.split(/(?<=[.!?])\s+|\s*…\s*/u)
  const found = sentences.find((sentence) => sentence.toLowerCase().includes(term.toLowerCase())) ?? ''
  return found.trim().slice(0, MAX_EXAMPLE_CHARACTERS)
}
