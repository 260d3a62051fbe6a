import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { describeError } from '#app/admin/errors/describe-error.ts'
import { PROPOSALS_KEY, proposalsQuery } from '#app/admin/glossary/glossary-queries.ts'
import { Proposal } from '#app/admin/glossary/proposals/proposal.tsx'
import { t } from '#app/admin/messages.ts'
import { QueryView } from '#app/admin/query/query-view.tsx'
import { useDeskMutation } from '#app/admin/query/use-desk-mutation.ts'
import { showResults } from '#app/admin/table/show-results.ts'
import { UndoButton } from '#app/admin/ui/undo-button.tsx'
import { useToast } from '#app/components/ui/toast.tsx'
import { decideProposal, reopenProposal } from '#core/data/glossary.ts'
import type { ProposalWithExamples } from '#core/domain/glossary-term.ts'

interface ProposalListProps {
  onAccept: (proposal: ProposalWithExamples) => void
  /** The terms, which get focus when the last proposal has gone. */
  results: React.RefObject<HTMLElement | null>
}

/** What editors have changed in the same way in several articles. Nothing is shown when there is no such change. */
export function ProposalList({ onAccept, results }: ProposalListProps) {
  const proposals = useQuery(proposalsQuery)
  const heading = useRef<HTMLHeadingElement>(null)
  const { toast } = useToast()
  const decide = useDeskMutation({ run: decideProposal, invalidates: [PROPOSALS_KEY] })
  const reopen = useDeskMutation({ run: reopenProposal, invalidates: [PROPOSALS_KEY] })

  async function run(work: () => Promise<unknown>) {
    try {
      await work()
    } catch (error) {
      toast({ title: t('ui.error'), description: describeError(error), variant: 'destructive' })
    }
  }

  const reject = ({ id, before, after }: ProposalWithExamples) =>
    run(async () => {
      await decide.mutateAsync({ id, status: 'rejected' })
      toast({
        title: t('ui.success'),
        description: (
          <>
            <span>{t('glossary.proposal.rejected', { before, after })}</span>{' '}
            <UndoButton onUndo={() => void run(() => reopen.mutateAsync(id))} />
          </>
        ),
      })
      showResults(heading.current ?? results.current)
    })

  if (proposals.data?.total === 0 && !proposals.isError) return null
  return (
    <section aria-labelledby="proposals" className="mb-10">
      <h2 id="proposals" ref={heading} tabIndex={-1} className="font-semibold">
        {proposals.data
          ? t('glossary.proposal.title', { count: proposals.data.total })
          : t('glossary.proposal.name')}
      </h2>
      <p className="mt-1 mb-4 max-w-prose text-sm text-soft">{t('glossary.proposal.intro')}</p>
      <QueryView query={proposals} what={t('glossary.proposal.name')} pending={null}>
        {({ proposals: shown }) => (
          <ul className="space-y-4">
            {shown.map((proposal) => (
              <Proposal
                key={proposal.id}
                proposal={proposal}
                busy={decide.isPending}
                onAccept={() => onAccept(proposal)}
                onReject={() => void reject(proposal)}
              />
            ))}
          </ul>
        )}
      </QueryView>
    </section>
  )
}
