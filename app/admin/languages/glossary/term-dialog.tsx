import { useState } from 'react'
import { codeOf } from '#app/admin/kit/errors/classify-error.ts'
import { FormField, useDeskForm } from '#app/admin/kit/form/desk-form.tsx'
import { FormDialog } from '#app/admin/kit/form/form-dialog.tsx'
import { SelectControl } from '#app/admin/kit/form/select-control.tsx'
import { t } from '#app/admin/kit/messages.ts'
import { useDeskMutation } from '#app/admin/kit/query/use-desk-mutation.ts'
import { languageName } from '#app/admin/kit/ui/format.ts'
import { Notice } from '#app/admin/kit/ui/notice.tsx'
import { useDebouncedValue } from '#app/admin/kit/ui/use-debounced-value.ts'
import { GLOSSARY_KEY, RULE_OPTIONS } from '#app/admin/languages/glossary/glossary-table.ts'
import { TermUses } from '#app/admin/languages/glossary/term-text.tsx'
import { useOfferedTranslations } from '#app/admin/settings/use-languages.ts'
import { Button } from '#app/components/ui/button.tsx'
import { Field } from '#app/components/ui/field.tsx'
import { saveTermEntry } from '#core/data/glossary.ts'
import { TRANSLATED_LANGUAGES, type TranslatedLanguage } from '#core/domain/article-translation.ts'
import type { GlossaryTerm, TermEntry } from '#core/domain/glossary-term.ts'
import {
  type GlossaryTermValues,
  MAX_EXAMPLE_CHARACTERS,
  MAX_TERMS,
  type TermEntryValues,
  termEntryInput,
} from '#core/domain/glossary-term-input.ts'

/** An entry that is changed, or what a new one begins with. */
export interface EditedTerm {
  before: TermEntry | null
  fields: TermFields
}

interface TermDialogProps {
  edited: EditedTerm
  onSaved: (entry: TermEntry) => void | Promise<void>
  onClose: () => void
}

/** The entry that another editor has stored, and what was put together with it. */
interface Merged extends Pick<MergedTerm, 'conflicts'> {
  reason: 'changed' | 'taken' | 'gone'
}

/** Thrown when the entry is not stored yet, because the editor has to look at it again. */
class NotSaved extends Error {
  override name = 'NotSaved'
}

const TYPING_MS = 500
const ROOT = { field: 'term', message: '' } as const

/** Adds a term for all languages, or changes it. What another editor has saved meanwhile is put together with it. */
export function TermDialog({ edited, onSaved, onClose }: TermDialogProps) {
  /** The entry with which the fields are compared, as it was read last. */
  const [before, setBefore] = useState(edited.before)
  const [merged, setMerged] = useState<Merged | null>(null)
  const save = useDeskMutation({ run: saveTermEntry, invalidates: [GLOSSARY_KEY] })
  const state = useDeskForm({
    schema: termEntryInput,
    initial: edited.fields,
    async submit(values) {
      const saved = await save.mutateAsync({ before, values })
      if (saved.status === 'taken' && before) throw new NotSaved(t('glossary.form.duplicate'))
      if (saved.status !== 'saved') {
        join(saved.entry, saved.status)
        throw new NotSaved()
      }
      await onSaved(saved.entry)
      onClose()
    },
    placeError(error) {
      if (error instanceof NotSaved) return { ...ROOT, message: error.message, select: error.message !== '' }
      const code = codeOf(error)
      if (code !== '23514' || !(error instanceof Error)) return null
      const isFull = error.message.includes('glossary_terms_count_check')
      return {
        field: 'term',
        message: isFull ? t('glossary.form.full', { count: MAX_TERMS }) : t('glossary.form.refused'),
      }
    },
  })
  const { watch, getValues, setValue, reset } = state.form
  const term = useDebouncedValue(watch('term').trim(), TYPING_MS)

  function join(theirs: TermEntry | null, status: 'changed' | 'taken') {
    const base = before ? fieldsOf(before) : fieldsOf()
    const { fields, conflicts } = mergeTerm(base, getValues(), theirs ? fieldsOf(theirs) : base)
    setBefore(theirs)
    setMerged({ reason: theirs ? status : 'gone', conflicts })
    reset(fields, { keepDefaultValues: true })
  }

  return (
    <FormDialog
      title={t(edited.before ? 'glossary.form.change' : 'glossary.form.add')}
      width="list"
      state={state}
      action={t('glossary.form.save')}
      onClose={onClose}
    >
      {merged && <MergedNotice merged={merged} />}
      <FormField
        state={state}
        name="term"
        label={t('glossary.form.term')}
        hint={t('glossary.form.termHint')}
        autoComplete="off"
        spellCheck={false}
      />
      <TermLanguages state={state} />
      <FormField
        state={state}
        name="example"
        label={t('glossary.form.example')}
        maxLength={MAX_EXAMPLE_CHARACTERS}
        autoComplete="off"
      />
      {term !== '' && (
        <TermUses
          term={term}
          onTake={(sentence) => setValue('example', sentence, { shouldDirty: true, shouldValidate: true })}
        />
      )}
    </FormDialog>
  )
}

/** Says what was put together with the version of another editor. */
function MergedNotice({ merged: { reason, conflicts } }: { merged: Merged }) {
  const differs = conflicts.map(({ field, theirs }) =>
    t('glossary.merged.theirs', {
      what: nameOf(field),
      theirs: WORDS.get(theirs) ?? (theirs || t('glossary.merged.nothing')),
    }),
  )
  return (
    <Notice tone="warning" role="alert" title={REASONS[reason]}>
      {reason !== 'gone' && <p>{t('glossary.merged.joined')}</p>}
      {differs.length > 0 && <p>{t('glossary.merged.differs', { what: differs.join(', ') })}</p>}
    </Notice>
  )
}

const REASONS: Record<Merged['reason'], string> = {
  changed: t('glossary.merged.changed'),
  taken: t('glossary.merged.taken'),
  gone: t('glossary.merged.gone'),
}

const WORDS = new Map([
  ['keep', t('glossary.rule.keep')],
  ['never', t('glossary.rule.never')],
])

function nameOf(field: MergedTerm['conflicts'][number]['field']): string {
  if (field === 'term') return t('glossary.form.term')
  return field === 'example' ? t('glossary.form.example') : languageName(field)
}

type FormState = ReturnType<typeof useDeskForm<TermFields, TermEntryValues>>

/** The fields for what becomes of a term in each language. */
function TermLanguages({ state }: { state: FormState }) {
  const { register, watch, setValue } = state.form
  const rules = watch('languages')
  const stored = state.form.formState.defaultValues?.languages
  const hasRule = (code: TranslatedLanguage) =>
    stored?.[code]?.rule !== 'translate-as' || Boolean(stored[code]?.translation)
  const languages = useOfferedTranslations(hasRule)
  return (
    <fieldset>
      <legend className="mb-1 font-medium text-sm">{t('glossary.form.languages')}</legend>
      <div className="mb-2 flex flex-wrap items-center justify-between gap-x-4">
        <p className="text-faint text-sm">{t('glossary.form.languagesHint')}</p>
        <Button
          variant="ghost"
          size="sm"
          className="-mx-3"
          onClick={() => {
            for (const language of languages)
              setValue(`languages.${language}.rule`, 'keep', { shouldDirty: true })
          }}
        >
          {t('glossary.form.keepAll')}
        </Button>
      </div>
      <ul className="space-y-2.5">
        {languages.map((language) => {
          const name = languageName(language)
          return (
            <li
              key={language}
              className="grid grid-cols-[6.5rem_minmax(0,1fr)] items-start gap-x-3 gap-y-1.5 sm:grid-cols-[6.5rem_11rem_minmax(0,1fr)]"
            >
              <span aria-hidden className="flex min-h-11 items-center text-sm">
                {name}
              </span>
              <Field label={t('glossary.form.rule', { language: name })} labelHidden>
                {(control) => (
                  <SelectControl {...register(`languages.${language}.rule`)} {...control}>
                    {RULE_OPTIONS.map(([value, label]) => (
                      <option key={value} value={value}>
                        {label}
                      </option>
                    ))}
                  </SelectControl>
                )}
              </Field>
              {rules[language].rule === 'translate-as' && (
                <div className="max-sm:col-start-2">
                  <FormField
                    state={state}
                    name={`languages.${language}.translation`}
                    label={t('glossary.form.translationInto', { language: name })}
                    labelHidden
                    lang={language}
                    autoComplete="off"
                    spellCheck={false}
                  />
                </div>
              )}
            </li>
          )
        })}
      </ul>
    </fieldset>
  )
}

interface LanguageFields {
  rule: GlossaryTerm['rule']
  translation: string
}

/** The fields of the form, with a rule for each language: without a translation, `translate-as` is none. */
export interface TermFields {
  term: string
  example: string
  languages: Record<TranslatedLanguage, LanguageFields>
}

const NO_RULE: LanguageFields = { rule: 'translate-as', translation: '' }

const EMPTY: TermEntryValues = { term: '', example: null, languages: {} }

export function fieldsOf({ term, example, languages }: TermEntryValues | TermEntry = EMPTY): TermFields {
  const fields = TRANSLATED_LANGUAGES.map((language) => {
    const known = languages[language]
    return [language, known ? { rule: known.rule, translation: known.translation ?? '' } : NO_RULE] as const
  })
  return {
    term,
    example: example ?? '',
    languages: Object.fromEntries(fields) as Record<TranslatedLanguage, LanguageFields>,
  }
}

/** The fields for a term of one language, such as one that was proposed. */
export const fieldsOfTerm = ({ term, language, rule, translation }: GlossaryTermValues): TermFields =>
  fieldsOf({ term, example: null, languages: { [language]: { rule, translation } } })

interface MergedTerm {
  fields: TermFields
  /** The fields that both have changed to something else: mine stays. */
  conflicts: { field: 'term' | 'example' | TranslatedLanguage; theirs: string }[]
}

/** Puts together what two editors have made of the same fields. */
export function mergeTerm(base: TermFields, mine: TermFields, theirs: TermFields): MergedTerm {
  const conflicts: MergedTerm['conflicts'] = []
  const choose = (field: 'term' | 'example') => {
    if (mine[field] === base[field] || mine[field] === theirs[field]) return theirs[field]
    if (theirs[field] !== base[field]) conflicts.push({ field, theirs: theirs[field] })
    return mine[field]
  }
  const fields = { term: choose('term'), example: choose('example'), languages: { ...theirs.languages } }
  for (const language of TRANSLATED_LANGUAGES) {
    const [was, own, other] = [base, mine, theirs].map(({ languages }) => said(languages[language]))
    if (own === was || own === other) continue
    fields.languages[language] = mine.languages[language]
    if (other !== was) conflicts.push({ field: language, theirs: wordsOf(theirs.languages[language]) })
  }
  return { fields, conflicts }
}

const said = ({ rule, translation }: LanguageFields) =>
  rule === 'translate-as' ? `${rule} ${translation.trim()}` : rule

const wordsOf = ({ rule, translation }: LanguageFields) => (rule === 'translate-as' ? translation : rule)
