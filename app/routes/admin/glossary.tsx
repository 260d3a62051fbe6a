import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { AffectedPanel } from '#app/admin/glossary/affected-articles.tsx'
import { ImportDialog } from '#app/admin/glossary/csv/import-dialog.tsx'
import { GlossaryHeading } from '#app/admin/glossary/glossary-heading.tsx'
import { GlossaryList, useDeleteTerm } from '#app/admin/glossary/glossary-list.tsx'
import { GLOSSARY_TABLE, PROPOSALS_KEY } from '#app/admin/glossary/glossary-table.ts'
import { ProposalList } from '#app/admin/glossary/proposals/proposal-list.tsx'
import { ProposeTermDialog } from '#app/admin/glossary/proposals/propose-term-dialog.tsx'
import { type EditedTerm, TermDialog } from '#app/admin/glossary/term-dialog.tsx'
import { fieldsOf, fieldsOfTerm } from '#app/admin/glossary/term-merge.ts'
import { t } from '#app/admin/messages.ts'
import { signedIn } from '#app/admin/session/signed-in.ts'
import { adminMeta } from '#app/admin/shell/admin-meta.ts'
import { useTableAddress } from '#app/admin/table/table-address.ts'
import { showResults } from '#app/admin/table/table-view.tsx'
import { useToast } from '#app/components/ui/toast.tsx'
import { decideProposal } from '#core/data/glossary.ts'
import { termOfProposal } from '#core/domain/glossary-term.ts'
import type { Route } from './+types/glossary.ts'

export const meta: Route.MetaFunction = ({ matches }) => adminMeta(t('glossary.title'), matches)

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

  // Closing the panel removes its focused button.
  const lastOpen = useRef(open)
  useEffect(() => {
    if (!open && lastOpen.current) showResults(results.current)
    lastOpen.current = open
  }, [open])

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
