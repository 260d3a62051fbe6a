import ArrowRight from 'lucide-react/icons/arrow-right'
import { useState } from 'react'
import { Link } from 'react-router'
import { languageName } from '#app/admin/article/language-name.ts'
import { AffectedList } from '#app/admin/glossary/affected/affected-list.tsx'
import { MarkedText } from '#app/admin/glossary/marked-text.tsx'
import { t } from '#app/admin/messages.ts'
import { reviewPath } from '#app/admin/translations/translation-paths.ts'
import { FilledMessage } from '#app/admin/ui/filled-message.tsx'
import { Button } from '#app/components/ui/button.tsx'
import type { TranslatedLanguage } from '#core/domain/article-translation.ts'
import type { ProposalExample, ProposalWithExamples } from '#core/domain/glossary-term.ts'
import { termOfProposal } from '#core/domain/glossary-term.ts'

interface ProposalProps {
  proposal: ProposalWithExamples
  busy: boolean
  onAccept: () => void
  onReject: () => void
}

/** A change that editors have made in several articles, with what the glossary would say. */
export function Proposal({ proposal, busy, onAccept, onReject }: ProposalProps) {
  const { id, language, before, after, articles, examples } = proposal
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
        {t('glossary.proposal.articles', { count: articles })}
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
        <Button size="sm" aria-disabled={busy} onClick={() => busy || onAccept()}>
          {t('glossary.proposal.accept')}
        </Button>
        <Button variant="secondary" size="sm" aria-disabled={busy} onClick={() => busy || onReject()}>
          {t('glossary.proposal.reject')}
        </Button>
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
