import type { Client } from '#core/data/client.ts'
import type { GlossaryProposal, ProposalWithExamples } from '#core/domain/glossary-term.ts'

/** The open proposals that have waited longest, with their examples, and how many are open in all. */
export async function listGlossaryProposals(
  client: Client,
): Promise<{ total: number; proposals: ProposalWithExamples[] }> {
  const { data } = await client.rpc('list_glossary_proposals').throwOnError()
  return data
}

/** Decides on an open proposal, for good; false when somebody else has done so before. */
export async function decideProposal(
  client: Client,
  { id, status }: { id: string; status: Exclude<GlossaryProposal['status'], 'open'> },
): Promise<boolean> {
  const { data } = await client
    .from('glossary_proposals')
    .update({ status })
    .eq('id', id)
    .eq('status', 'open')
    .select('id')
    .throwOnError()
  return data.length > 0
}

/** Takes back a rejection. */
export async function reopenProposal(client: Client, id: string): Promise<void> {
  await client
    .from('glossary_proposals')
    .update({ status: 'open' })
    .eq('id', id)
    .eq('status', 'rejected')
    .throwOnError()
}
