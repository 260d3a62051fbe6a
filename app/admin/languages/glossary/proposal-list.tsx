import { useQuery } from '@tanstack/react-query'
import ArrowRight from 'lucide-react/icons/arrow-right'
import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { t } from '#app/admin/kit/messages.ts'
import { reviewPath } from '#app/admin/kit/paths.ts'
import { QueryView } from '#app/admin/kit/query/query-view.tsx'
import { useDeskMutation } from '#app/admin/kit/query/use-desk-mutation.ts'
import { useMember } from '#app/admin/kit/session/member.tsx'
import { showResults } from '#app/admin/kit/table/table-view.tsx'
import { languageName } from '#app/admin/kit/ui/format.ts'
import { FilledMessage } from '#app/admin/kit/ui/notice.tsx'
import { UndoButton } from '#app/admin/kit/ui/undo-button.tsx'
import { AffectedList } from '#app/admin/languages/glossary/affected-articles.tsx'
import { PROPOSALS_KEY, proposalsQuery } from '#app/admin/languages/glossary/glossary-table.ts'
import { MarkedText } from '#app/admin/languages/glossary/term-text.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { decideProposal, reopenProposal } from '#core/data/glossary.ts'
import type { TranslatedLanguage } from '#core/domain/article-translation.ts'
import {
  type ProposalExample,
  type ProposalWithExamples,
  termOfProposal,
} from '#core/domain/glossary-term.ts'
import { isEditor } from '#core/domain/role.ts'

interface ProposalListProps {
  onAccept: (proposal: ProposalWithExamples) => void
  /** The terms, which get focus when the last proposal disappears. */
  results: React.RefObject<HTMLElement | null>
}

/** The proposals from repeated changes of editors, and of translators; nothing when there are none. */
export function ProposalList({ onAccept, results }: ProposalListProps) {
  const proposals = useQuery(proposalsQuery)
  const heading = useRef<HTMLHeadingElement>(null)
  const reopen = useDeskMutation({ run: reopenProposal, invalidates: [PROPOSALS_KEY] })
  const reject = useDeskMutation({
    run: (client, { id }: ProposalWithExamples) => decideProposal(client, { id, status: 'rejected' }),
    done(_, { id, before, after }) {
      showResults(heading.current ?? results.current)
      return {
        title: t('ui.success'),
        description: (
          <>
            <span>{t('glossary.proposal.rejected', { before, after })}</span>{' '}
            <UndoButton onUndo={() => void reopen.attempt(id)} />
          </>
        ),
      }
    },
    invalidates: [PROPOSALS_KEY],
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
                busy={reject.isPending}
                onAccept={() => onAccept(proposal)}
                onReject={() => void reject.attempt(proposal)}
              />
            ))}
          </ul>
        )}
      </QueryView>
    </section>
  )
}

interface ProposalProps {
  proposal: ProposalWithExamples
  busy: boolean
  onAccept: () => void
  onReject: () => void
}

/** A change that editors made in several articles or a translator wants, with the proposed term. */
function Proposal({ proposal, busy, onAccept, onReject }: ProposalProps) {
  const { id, language, before, after, articles, examples, proposed_by, why } = proposal
  const decides = isEditor(useMember())
  const [showsAffected, setShowsAffected] = useState(false)
  const term = termOfProposal(proposal)
  const suggested = {
    keep: t('glossary.proposal.keep'),
    'translate-as': t('glossary.proposal.translateAs'),
    never: t('glossary.proposal.never'),
  }[term.rule]
  const isEnglish = term.rule !== 'never'
  return (
    <li aria-labelledby={`proposal-${id}`} className="rounded-md border border-line p-4 sm:p-5">
      <h3 id={`proposal-${id}`} className="font-medium wrap-anywhere">
        <span lang={language}>{before}</span> <ArrowRight aria-hidden size={15} className="inline" />
        <span className="sr-only">{t('glossary.proposal.becomes')}</span> <span lang={language}>{after}</span>
      </h3>
      <p className="mt-0.5 text-faint text-sm">
        {languageName(language)}
        {' · '}
        {proposed_by === null
          ? t('glossary.proposal.articles', { count: articles })
          : t('glossary.proposal.by', { name: proposed_by })}
      </p>
      <p className="mt-2.5 text-sm wrap-anywhere">
        <FilledMessage
          text={suggested}
          values={{
            term: <strong lang={isEnglish ? 'en' : language}>{term.term}</strong>,
            translation: <strong lang={language}>{term.translation}</strong>,
          }}
        />
      </p>
      {why !== null && <p className="mt-1 text-sm text-soft wrap-anywhere">{why}</p>}
      {examples.length > 0 && (
        <ul
          aria-label={t('glossary.proposal.examples')}
          className="mt-3 divide-y divide-line border-line border-y"
        >
          {examples.map((example) => (
            <Example key={example.article_id} example={example} language={language} term={proposal.term} />
          ))}
        </ul>
      )}
      <div className="mt-4 flex flex-wrap gap-3">
        {decides && (
          <>
            <Button size="sm" aria-disabled={busy} onClick={() => busy || onAccept()}>
              {t('glossary.proposal.accept')}
            </Button>
            <Button variant="secondary" size="sm" aria-disabled={busy} onClick={() => busy || onReject()}>
              {t('glossary.proposal.reject')}
            </Button>
          </>
        )}
        <Button
          variant="ghost"
          size="sm"
          aria-expanded={showsAffected}
          onClick={() => setShowsAffected(!showsAffected)}
        >
          {t('glossary.proposal.affected')}
        </Button>
      </div>
      {showsAffected && (
        <div className="mt-4">
          <AffectedList term={term} />
        </div>
      )}
    </li>
  )
}

interface ExampleProps {
  example: ProposalExample
  language: TranslatedLanguage
  term: string | null
}

function Example({ example, language, term }: ExampleProps) {
  const { article_id, title, source, machine_text, person_text, before, after } = example
  return (
    <li className="space-y-1 py-3 text-sm text-soft wrap-anywhere">
      {title === null ? (
        <p className="text-faint">{t('glossary.proposal.deleted')}</p>
      ) : (
        <Link
          to={reviewPath({ originalId: article_id, language })}
          className="inline-block min-h-6 text-ink underline decoration-line underline-offset-4 hover:decoration-current"
        >
          {title || t('article.untitled')}
        </Link>
      )}
      <p lang="en">
        <MarkedText text={source} words={term} />
      </p>
      <p lang={language}>
        <MarkedText text={machine_text} words={before} as="del" />
      </p>
      <p lang={language}>
        <MarkedText text={person_text} words={after} as="ins" />
      </p>
    </li>
  )
}
