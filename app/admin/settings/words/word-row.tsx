import ChevronRight from 'lucide-react/icons/chevron-right'
import { Link } from 'react-router'
import { t } from '#app/admin/kit/messages.ts'
import { STATEMENTS_PATH } from '#app/admin/kit/paths.ts'
import { languageName } from '#app/admin/kit/ui/format.ts'
import { isChanged, type OwnWords } from '#app/admin/settings/words/words.ts'
import { Badge } from '#app/components/ui/badge.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { Field } from '#app/components/ui/field.tsx'
import type { Settings } from '#core/domain/settings.ts'
import { WORD_LENGTHS } from '#core/i18n/editable-words.ts'
import type { Language } from '#core/i18n/languages.ts'
import type { ShippedWord } from '#core/i18n/shipped-words.ts'
import { problemOfText, valuesOf } from '#core/i18n/word-problems.ts'

interface WordRowProps {
  word: ShippedWord
  /** Whether somebody has come for it. */
  isWanted: boolean
  label: string
  texts: OwnWords[string]
  subject: Settings['subject']
  languages: readonly Language[]
  onChange: (texts: OwnWords[string]) => void
}

/** A message, folded up until it is opened or has a problem: its default and a field for each language. */
export function WordRow({ word, isWanted, label, texts, subject, languages, onChange }: WordRowProps) {
  const shipped = word.texts[subject]
  const defaults = word.leftOut?.instead ?? shipped
  const own = { [word.key]: texts }
  const fields = languages.filter((code) => shipped[code] !== undefined)
  const problems = new Map(fields.map((code) => [code, problemOfText(word, code, texts[code] ?? '')]))
  const values = valuesOf(word)
  return (
    <details open={isWanted || [...problems.values()].some(Boolean) || undefined} className="group">
      <summary className="flex min-h-11 cursor-pointer items-center gap-3 py-2 text-sm marker:content-none">
        <ChevronRight
          aria-hidden
          size={16}
          className="shrink-0 text-faint transition-transform group-open:rotate-90 motion-reduce:transition-none"
        />
        <span className="min-w-0 grow font-medium wrap-anywhere group-not-open:line-clamp-2">
          {label.replace(/<\/?link>/g, '')}
        </span>
        {isChanged(word, own) && <Badge tone="green">{t('words.changed')}</Badge>}
      </summary>
      <div className="space-y-4 pb-6 pl-7">
        <p className="text-faint text-sm wrap-anywhere">
          <code>{word.key}</code>
          <br />
          {t('words.field.hint', { count: WORD_LENGTHS[word.size] })}
          {values.length > 0 &&
            `. ${t('words.field.placeholders', { placeholders: new Intl.ListFormat('en').format(values) })}`}
        </p>
        {word.leftOut && (
          <p className="text-sm text-soft">
            {t(word.leftOut.isDecided ? 'words.leftOut.decided' : 'words.leftOut.open', {
              instead: word.leftOut.instead.en ? `“${word.leftOut.instead.en}”` : t('words.leftOut.nothing'),
            })}{' '}
            <Link
              to={STATEMENTS_PATH}
              className="inline-flex min-h-6 items-center underline underline-offset-4"
            >
              {t('setup.statements.title')}
            </Link>
          </p>
        )}
        {fields.map((code) => {
          const problem = problems.get(code)
          return (
            <Field
              key={code}
              label={languageName(code)}
              hint={texts[code] ? t('words.defaultText', { text: defaults[code] ?? '' }) : undefined}
              error={problem ? describeProblem(problem, values) : undefined}
            >
              {(control) => (
                <textarea
                  {...control}
                  rows={word.size === 'paragraph' ? 3 : word.size === 'sentence' ? 2 : 1}
                  lang={code}
                  autoComplete="off"
                  placeholder={defaults[code]}
                  value={texts[code] ?? ''}
                  // A message is one line, however many it takes.
                  onChange={(event) =>
                    onChange({ ...texts, [code]: event.target.value.replace(/\s*\n\s*/g, ' ') })
                  }
                />
              )}
            </Field>
          )
        })}
        {isChanged(word, own) && (
          <Button variant="secondary" size="sm" onClick={() => onChange({})}>
            {t('words.reset')}
          </Button>
        )}
      </div>
    </details>
  )
}

function describeProblem(problem: NonNullable<ReturnType<typeof problemOfText>>, values: string[]): string {
  if (problem.code === 'too_long') return t('words.problem.tooLong', { count: problem.by, max: problem.max })
  if (problem.code === 'link_missing') return t('words.problem.link')
  const known =
    values.length > 0
      ? t('words.problem.placeholderKnown', { placeholders: new Intl.ListFormat('en').format(values) })
      : t('words.problem.placeholderNone')
  return t('words.problem.placeholder', { placeholder: problem.placeholder, known })
}
