import { t } from '#app/admin/kit/messages.ts'
import { languageName } from '#app/admin/kit/ui/format.ts'
import { FilledMessage } from '#app/admin/kit/ui/notice.tsx'
import { RULE_NAMES } from '#app/admin/languages/glossary/glossary-table.ts'
import { TRANSLATED_LANGUAGES } from '#core/domain/article-translation.ts'
import type { TermEntry } from '#core/domain/glossary-term.ts'
import type { GlossaryTermValues } from '#core/domain/glossary-term-input.ts'

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
