import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { t } from '#app/admin/kit/messages.ts'
import { editArticlePath } from '#app/admin/kit/paths.ts'
import { QueryView } from '#app/admin/kit/query/query-view.tsx'
import { languageName } from '#app/admin/kit/ui/format.ts'
import { FilledMessage } from '#app/admin/kit/ui/notice.tsx'
import { RULE_NAMES, usesQuery } from '#app/admin/languages/glossary/glossary-table.ts'
import { TRANSLATED_LANGUAGES } from '#core/domain/article-translation.ts'
import type { TermEntry } from '#core/domain/glossary-term.ts'
import { type GlossaryTermValues, MAX_EXAMPLE_CHARACTERS } from '#core/domain/glossary-term-input.ts'
import { FOUND_END, FOUND_START } from '#core/domain/search.ts'
import { searchPath } from '#core/paths.ts'

interface MarkedTextProps {
  text: string
  /** Null marks nothing. */
  words: string | null
  /** The element that marks them. */
  as?: 'mark' | 'del' | 'ins'
}

const STYLES = {
  mark: 'rounded-sm bg-focus/20 text-ink',
  del: 'bg-red/10 text-ink line-through decoration-red',
  ins: 'bg-green/15 text-ink underline decoration-green underline-offset-3',
}

/** A text in which the first occurrence of some words is marked. */
export function MarkedText({ text, words, as: Mark = 'mark' }: MarkedTextProps) {
  const start = words ? text.toLowerCase().indexOf(words.toLowerCase()) : -1
  if (!words || start < 0) return text
  const end = start + words.length
  return (
    <>
      {text.slice(0, start)}
      <Mark className={STYLES[Mark]}>{text.slice(start, end)}</Mark>
      {text.slice(end)}
    </>
  )
}

/** Shows what becomes of a term in each language that has a rule. */
export function EntryText({ entry: { languages } }: { entry: Pick<TermEntry, 'languages'> }) {
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-0.5">
      {TRANSLATED_LANGUAGES.flatMap((language) => {
        const found = languages[language]
        if (!found) return []
        const { rule, translation } = found
        return (
          <li key={language} className="min-w-0 wrap-anywhere">
            <abbr title={languageName(language)} className="mr-1.5 text-faint text-xs uppercase no-underline">
              {language}
            </abbr>
            {rule === 'translate-as' ? (
              <span lang={language}>{translation}</span>
            ) : (
              <span className="text-soft italic">
                {t(rule === 'keep' ? 'glossary.rule.asItIs' : 'glossary.rule.neverUsed')}
              </span>
            )}
          </li>
        )
      })}
    </ul>
  )
}

/** The rule of a term, in words. */
export function RuleText({
  term: { language, rule, translation },
}: {
  term: Pick<GlossaryTermValues, 'language' | 'rule' | 'translation'>
}) {
  if (rule !== 'translate-as') return RULE_NAMES[rule]
  const words = (
    <span lang={language} className="font-medium text-ink">
      {translation}
    </span>
  )
  return <FilledMessage text={t('glossary.rule.translatedAs')} values={{ translation: words }} />
}

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
