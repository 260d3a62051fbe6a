import { useState } from 'react'
import { languageName } from '#app/admin/article/language-name.ts'
import { codeOf } from '#app/admin/errors/classify-error.ts'
import { DeskForm, FormField, useDeskForm } from '#app/admin/form/desk-form.tsx'
import { GLOSSARY_KEY } from '#app/admin/glossary/glossary-table.ts'
import { TermLanguages } from '#app/admin/glossary/term-languages.tsx'
import { fieldsOf, type MergedTerm, mergeTerm, type TermFields } from '#app/admin/glossary/term-merge.ts'
import { TermUses } from '#app/admin/glossary/term-uses.tsx'
import { t } from '#app/admin/messages.ts'
import { useDeskMutation } from '#app/admin/query/use-desk-mutation.ts'
import { ModalDialog } from '#app/admin/ui/modal-dialog.tsx'
import { Notice } from '#app/admin/ui/notice.tsx'
import { useDebouncedValue } from '#app/admin/ui/use-debounced-value.ts'
import { Button } from '#app/components/ui/button.tsx'
import { saveTermEntry } from '#core/data/glossary.ts'
import type { TermEntry } from '#core/domain/glossary-term.ts'
import { MAX_EXAMPLE_CHARACTERS, MAX_TERMS, termEntryInput } from '#core/domain/glossary-term-input.ts'

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

/** What another editor has stored, and what was put together with it. */
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
  /** What the fields are compared with: the entry as it was read last. */
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
  const { watch, getValues, setValue, reset, formState } = state.form
  const term = useDebouncedValue(watch('term').trim(), TYPING_MS)

  function join(theirs: TermEntry | null, status: 'changed' | 'taken') {
    const base = before ? fieldsOf(before) : fieldsOf()
    const { fields, conflicts } = mergeTerm(base, getValues(), theirs ? fieldsOf(theirs) : base)
    setBefore(theirs)
    setMerged({ reason: theirs ? status : 'gone', conflicts })
    reset(fields, { keepDefaultValues: true })
  }

  return (
    <ModalDialog
      title={t(edited.before ? 'glossary.form.change' : 'glossary.form.add')}
      onClose={() => formState.isSubmitting || onClose()}
      width="list"
    >
      <DeskForm
        state={state}
        inDialog
        action={t('glossary.form.save')}
        busyAction={t('ui.oneMoment')}
        more={
          <Button variant="secondary" onClick={() => formState.isSubmitting || onClose()}>
            {t('ui.cancel')}
          </Button>
        }
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
      </DeskForm>
    </ModalDialog>
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
