import { useQueryClient } from '@tanstack/react-query'
import Download from 'lucide-react/icons/download'
import Plus from 'lucide-react/icons/plus'
import Upload from 'lucide-react/icons/upload'
import { useRef, useState } from 'react'
import { FormField, useDeskForm } from '#app/admin/kit/form/desk-form.tsx'
import { FormDialog } from '#app/admin/kit/form/form-dialog.tsx'
import { SelectControl } from '#app/admin/kit/form/select-control.tsx'
import { t } from '#app/admin/kit/messages.ts'
import { useDeskMutation } from '#app/admin/kit/query/use-desk-mutation.ts'
import { downloadText } from '#app/admin/kit/query/use-download.ts'
import { useMember } from '#app/admin/kit/session/member.tsx'
import { signedIn } from '#app/admin/kit/session/signed-in.ts'
import { type TableState, useFocusAfterClose, useTableAddress } from '#app/admin/kit/table/table-address.ts'
import { showResults } from '#app/admin/kit/table/table-view.tsx'
import { languageName } from '#app/admin/kit/ui/format.ts'
import { AffectedPanel } from '#app/admin/languages/glossary/affected-articles.tsx'
import { writeGlossaryCsv } from '#app/admin/languages/glossary/csv/glossary-csv.ts'
import { ImportDialog } from '#app/admin/languages/glossary/csv/import-dialog.tsx'
import { GlossaryList, useDeleteTerm } from '#app/admin/languages/glossary/glossary-list.tsx'
import {
  GLOSSARY_TABLE,
  type GlossaryFilter,
  type GlossarySort,
  glossaryListOptions,
  PROPOSALS_KEY,
} from '#app/admin/languages/glossary/glossary-table.ts'
import { ProposalList } from '#app/admin/languages/glossary/proposal-list.tsx'
import {
  type EditedTerm,
  fieldsOf,
  fieldsOfTerm,
  TermDialog,
} from '#app/admin/languages/glossary/term-dialog.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { Field } from '#app/components/ui/field.tsx'
import { useToast } from '#app/components/ui/toast.tsx'
import { decideProposal, type GlossaryListOptions, proposeTerm, readGlossary } from '#core/data/glossary.ts'
import { TRANSLATED_LANGUAGES } from '#core/domain/article-translation.ts'
import { termOfProposal } from '#core/domain/glossary-term.ts'
import { MAX_EXAMPLE_CHARACTERS, proposedTermInput } from '#core/domain/glossary-term-input.ts'
import { hasRight, isEditor } from '#core/domain/role.ts'

export default function Glossary() {
  const table = useTableAddress(GLOSSARY_TABLE)
  const { open } = table.address
  const results = useRef<HTMLElement>(null)
  const queries = useQueryClient()
  const { toast } = useToast()
  const [edited, setEdited] = useState<{ term: EditedTerm; proposal: string | null } | null>(null)
  const [proposes, setProposes] = useState(false)
  const [imports, setImports] = useState(false)
  const remove = useDeleteTerm(results)
  useFocusAfterClose(open, () => showResults(results.current))

  return (
    <>
      <GlossaryHeading
        table={table}
        onAdd={() => setEdited({ term: { before: null, fields: fieldsOf() }, proposal: null })}
        onPropose={() => setProposes(true)}
        onImport={() => setImports(true)}
      />
      {open && <AffectedPanel key={open} id={open} closeTo={table.linkTo({ open: null })} />}
      <ProposalList
        results={results}
        onAccept={(proposal) =>
          setEdited({
            term: { before: null, fields: fieldsOfTerm(termOfProposal(proposal)) },
            proposal: proposal.id,
          })
        }
      />
      <GlossaryList
        table={table}
        results={results}
        onEdit={(entry) => setEdited({ term: { before: entry, fields: fieldsOf(entry) }, proposal: null })}
        onDelete={(term) => void remove(term)}
      />
      {edited && (
        <TermDialog
          edited={edited.term}
          onSaved={async ({ id, term }) => {
            const { proposal } = edited
            if (proposal) {
              await signedIn((client) => decideProposal(client, { id: proposal, status: 'accepted' }))
              await queries.invalidateQueries({ queryKey: PROPOSALS_KEY })
            }
            toast({ title: t('ui.success'), description: t('glossary.form.saved', { term }) })
            table.change({ open: id })
          }}
          onClose={() => setEdited(null)}
        />
      )}
      {proposes && <ProposeTermDialog onClose={() => setProposes(false)} />}
      {imports && <ImportDialog onClose={() => setImports(false)} />}
    </>
  )
}

const nameOf = ({ language }: GlossaryListOptions) => (language ? `glossary-${language}.csv` : 'glossary.csv')

interface GlossaryHeadingProps {
  table: TableState<GlossarySort, GlossaryFilter>
  onAdd: () => void
  onPropose: () => void
  onImport: () => void
}

/** The heading of the page, with the actions for the whole glossary. */
function GlossaryHeading({ table, onAdd, onPropose, onImport }: GlossaryHeadingProps) {
  const member = useMember()
  const decides = isEditor(member)
  const options = glossaryListOptions(table.address)
  const exporting = useDeskMutation({
    run: (client) => readGlossary(client, options),
    done(terms) {
      downloadText(writeGlossaryCsv(terms), { name: nameOf(options), type: 'text/csv' })
      return t('glossary.export.done', { count: terms.length })
    },
  })
  return (
    <div className="mb-6 flex flex-wrap items-start justify-between gap-x-6 gap-y-4">
      <div className="max-w-prose">
        <h1 className="font-display font-medium text-title-lg">{t('glossary.title')}</h1>
        <p className="mt-1.5 text-sm text-soft">{t('glossary.intro')}</p>
      </div>
      <div className="flex flex-wrap gap-2.5">
        {decides && (
          <>
            <Button size="sm" onClick={onAdd}>
              <Plus aria-hidden size={16} />
              {t('glossary.add')}
            </Button>
            <Button variant="secondary" size="sm" onClick={onImport}>
              <Upload aria-hidden size={16} />
              {t('glossary.import.open')}
            </Button>
          </>
        )}
        {hasRight(member, 'own_languages') && (
          <Button size="sm" onClick={onPropose}>
            <Plus aria-hidden size={16} />
            {t('glossary.propose.open')}
          </Button>
        )}
        <Button
          variant="secondary"
          size="sm"
          aria-disabled={exporting.isPending}
          onClick={() => exporting.isPending || void exporting.attempt()}
        >
          <Download aria-hidden size={16} />
          {t(table.isFiltered ? 'glossary.export.shown' : 'glossary.export.all')}
        </Button>
      </div>
    </div>
  )
}

/** Thrown when a proposal is not stored, with what the form says of it. */
class NotProposed extends Error {
  override name = 'NotProposed'
}

/** Asks a translator for a term that editors decide on. */
function ProposeTermDialog({ onClose }: { onClose: () => void }) {
  const { languages: mine } = useMember()
  const { toast } = useToast()
  const languages = TRANSLATED_LANGUAGES.filter((language) => mine.includes(language))
  const propose = useDeskMutation({ run: proposeTerm, invalidates: [PROPOSALS_KEY] })
  const state = useDeskForm({
    schema: proposedTermInput,
    initial: { ...(languages[0] && { language: languages[0] }), term: '', wording: '', instead: '', why: '' },
    async submit(values) {
      const outcome = await propose.mutateAsync(values)
      if (outcome === 'known') throw new NotProposed(t('glossary.propose.known'))
      if (outcome === 'too_many') throw new NotProposed(t('glossary.propose.tooMany'))
      toast({ title: t('ui.success'), description: t('glossary.propose.done', { term: values.term }) })
      onClose()
    },
    placeError: (error) =>
      error instanceof NotProposed ? { field: 'term', message: error.message, select: true } : null,
  })
  const { register, watch } = state.form
  const language = watch('language')
  return (
    <FormDialog
      title={t('glossary.propose.open')}
      intro={<p className="mb-5 text-sm text-soft">{t('glossary.propose.text')}</p>}
      state={state}
      action={t('glossary.propose.send')}
      onClose={onClose}
    >
      <Field label={t('glossary.propose.language')}>
        {(control) => (
          <SelectControl {...control} {...register('language')}>
            {languages.map((code) => (
              <option key={code} value={code}>
                {languageName(code)}
              </option>
            ))}
          </SelectControl>
        )}
      </Field>
      <FormField
        state={state}
        name="term"
        label={t('glossary.form.term')}
        hint={t('glossary.form.termHint')}
        lang="en"
        autoComplete="off"
      />
      <FormField
        state={state}
        name="wording"
        label={t('glossary.propose.wording')}
        hint={t('glossary.propose.wordingHint')}
        lang={language}
        autoComplete="off"
      />
      <FormField
        state={state}
        name="instead"
        label={t('glossary.propose.instead')}
        hint={t('glossary.propose.insteadHint')}
        lang={language}
        autoComplete="off"
      />
      <FormField
        state={state}
        name="why"
        label={t('glossary.propose.why')}
        maxLength={MAX_EXAMPLE_CHARACTERS}
        autoComplete="off"
      />
    </FormDialog>
  )
}
